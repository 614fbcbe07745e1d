import type { Job } from '@mcwick/api-client'
import { describe, expect, it, vi } from 'vitest'
import { Cancelled, GenerationFailed, resumePicture } from './generate-picture'

/** A stream that tells one state of the job. */
function tell(job: Partial<Job>) {
  vi.stubGlobal(
    'EventSource',
    class extends EventTarget {
      constructor() {
        super()
        queueMicrotask(() => this.dispatchEvent(new MessageEvent('job', { data: JSON.stringify(job) })))
      }
      close() {}
    },
  )
  return resumePicture('j1', { signal: new AbortController().signal, onChange: () => undefined })
}

describe('a picture that does not come', () => {
  it("keeps the job's code and message", async () => {
    const error = { code: 'PROVIDER_TIMEOUT', message: 'Request timed out' }
    const failure = await tell({ state: 'JOB_STATE_FAILED', error }).catch((thrown: unknown) => thrown)
    expect(failure).toBeInstanceOf(GenerationFailed)
    expect(failure).toMatchObject(error)
  })

  it('is nothing to tell when it was cancelled', async () => {
    await expect(tell({ state: 'JOB_STATE_CANCELLED' })).rejects.toBeInstanceOf(Cancelled)
  })
})
