import type { Job, JobArtwork } from '@mcwick/api-calls'
import { describe, expect, it } from 'vitest'
import { jobs } from './line'
import { Cancelled, JobFailed, type Order, resume } from './order'
import { tellJobs } from './testing'

const artwork: JobArtwork = { id: 'a1', objectName: 'a1.png', source: 'ai', generator: 'gpt-image' }
const order = { line: jobs, resultOf: ({ artwork }) => artwork } as Order<object, typeof artwork>

/** Follows a job of which one state is told. */
function follow(job: Partial<Job>) {
  tellJobs([job])
  return resume(order, 'j1', { signal: new AbortController().signal, onChange: () => undefined })
}

describe('a job', () => {
  it('gives what came of it', async () => {
    expect(await follow({ state: 'JOB_STATE_SUCCEEDED', artwork })).toEqual(artwork)
  })

  it.each<Partial<Job>>([
    { state: 'JOB_STATE_FAILED', error: { code: 'PROVIDER_TIMEOUT', message: 'Request timed out' } },
    { state: 'JOB_STATE_SUCCEEDED' },
  ])('that brings nothing fails with its code and message (%o)', async (job) => {
    const failure = await follow(job).catch((thrown: unknown) => thrown)
    expect(failure).toBeInstanceOf(JobFailed)
    expect(failure).toMatchObject(job.error ?? { code: '', message: '' })
  })

  it('is nothing to tell when it was cancelled', async () => {
    await expect(follow({ state: 'JOB_STATE_CANCELLED' })).rejects.toBeInstanceOf(Cancelled)
  })
})
