import type { Job } from '@mcwick/api-client'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { jobs } from './line'
import { waitFor } from './wait-for'

const jobIn = (state: Job['state'], version: number): Job => ({
  id: 'j',
  kind: 'JOB_KIND_MEME',
  state,
  version,
  position: 0,
  estimateSeconds: 0,
})
const done = jobIn('JOB_STATE_SUCCEEDED', 3)

class FakeStream extends EventTarget {
  static last: FakeStream
  closed = false
  constructor(readonly url: string) {
    super()
    FakeStream.last = this
  }
  close() {
    this.closed = true
  }
  send(job: Job) {
    this.dispatchEvent(new MessageEvent('job', { data: JSON.stringify(job) }))
  }
}

describe('waitFor', () => {
  const leave = new AbortController()
  beforeEach(() => {
    vi.stubGlobal('EventSource', FakeStream)
    vi.stubGlobal('fetch', async () => Response.json(done))
  })

  /** A job that is asked for, by a line that is down for so long. */
  async function down(ms: number) {
    vi.useFakeTimers()
    const upAt = Date.now() + ms
    vi.stubGlobal('fetch', async () => {
      if (Date.now() < upAt) throw new TypeError('offline')
      return Response.json(done)
    })
    const waiting = waitFor(jobs, 'j', { signal: leave.signal }).catch((error) => error)
    FakeStream.last.dispatchEvent(new Event('error'))
    await vi.advanceTimersByTimeAsync(ms + 2000)
    return waiting
  }

  it('reads the stream until the state is final, then closes it', async () => {
    const waiting = waitFor(jobs, 'j', { signal: leave.signal })
    FakeStream.last.send(jobIn('JOB_STATE_QUEUED', 1))
    FakeStream.last.send(jobIn('JOB_STATE_RUNNING', 2))
    expect(FakeStream.last.closed).toBe(false)
    FakeStream.last.send(done)
    expect(await waiting).toEqual(done)
    expect(FakeStream.last).toMatchObject({ closed: true, url: '/api/v1/jobs/j/events' })
  })

  it('asks instead when the stream breaks', async () => {
    const waiting = waitFor(jobs, 'j', { signal: leave.signal })
    FakeStream.last.dispatchEvent(new Event('error'))
    expect(await waiting).toEqual(done)
    expect(FakeStream.last.closed).toBe(true)
  })

  it('asks instead while nobody looks', async () => {
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(false)
    const waiting = waitFor(jobs, 'j', { signal: leave.signal })
    hidden.mockReturnValue(true)
    document.dispatchEvent(new Event('visibilitychange'))
    expect(await waiting).toEqual(done)
    expect(FakeStream.last.closed).toBe(true)
  })

  it('waits for a line that is down, and gives up after a quarter of an hour', async () => {
    expect(await down(14 * 60_000)).toEqual(done)
    expect(await down(16 * 60_000)).toMatchObject({ code: 'NO_ANSWER' })
  })

  it('gives up at once when the job is not ours', async () => {
    vi.stubGlobal('fetch', async () => new Response('{}', { status: 404 }))
    const waiting = waitFor(jobs, 'j', { signal: leave.signal })
    FakeStream.last.dispatchEvent(new Event('error'))
    await expect(waiting).rejects.toMatchObject({ status: 404 })
  })

  it('ends the stream when the visitor leaves', async () => {
    const going = new AbortController()
    const waiting = waitFor(jobs, 'j', { signal: going.signal })
    going.abort()
    await expect(waiting).rejects.toThrow()
    expect(FakeStream.last.closed).toBe(true)
  })
})
