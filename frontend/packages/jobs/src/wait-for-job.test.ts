import type { Job } from '@mcwick/api-calls'
import { startSpan } from '@mcwick/api-client'
import { describe, expect, it, vi } from 'vitest'
import { jobEndpoints } from './job-endpoints'
import { waitForJob } from './wait-for-job'

const jobIn = (state: Job['state'], version: number): Job => ({
  id: 'j',
  kind: 'JOB_KIND_MEME',
  state,
  version,
  position: 0,
  estimateSeconds: 0,
})
const done = jobIn('JOB_STATE_SUCCEEDED', 3)

/** An event stream that the test writes. */
class EventStream {
  static last: EventStream
  closed = false
  readonly answer: Response
  private body?: ReadableStreamDefaultController<Uint8Array>
  constructor(
    readonly url: string,
    readonly init: RequestInit,
  ) {
    EventStream.last = this
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        this.body = controller
      },
    })
    this.answer = new Response(body)
    init.signal?.addEventListener('abort', () => {
      this.closed = true
      this.body?.error(init.signal?.reason)
    })
  }
  send(text: string) {
    this.body?.enqueue(new TextEncoder().encode(`${text}\n\n`))
  }
  sendJob(job: Job) {
    this.send(`id: ${job.version}\nevent: job\ndata: ${JSON.stringify(job)}`)
  }
  end() {
    this.body?.close()
  }
  break() {
    this.body?.error(new TypeError('offline'))
  }
}

describe('waitForJob', () => {
  const neverAborted = new AbortController()

  /** Opens a stream; `pollResponse` answers every other request. */
  async function openStream(
    pollResponse = async () => Response.json(done),
    options: Partial<Parameters<typeof waitForJob<Job>>[2]> = {},
  ) {
    vi.stubGlobal('fetch', (url: string, init: RequestInit) =>
      url.endsWith('/events') ? Promise.resolve(new EventStream(url, init).answer) : pollResponse(),
    )
    const waiting = waitForJob(jobEndpoints, 'j', { signal: neverAborted.signal, ...options })
    waiting.catch(() => undefined) // asserted later
    await vi.waitFor(() => expect(EventStream.last.closed).toBe(false))
    return { waiting, stream: EventStream.last }
  }

  /** Polls for a job while the network is down for `ms`. */
  async function pollDuringOutage(ms: number) {
    vi.useFakeTimers()
    const upAt = Date.now() + ms
    const { waiting, stream } = await openStream(async () => {
      if (Date.now() < upAt) throw new TypeError('offline')
      return Response.json(done)
    })
    stream.break()
    await vi.advanceTimersByTimeAsync(ms + 2000)
    return waiting.catch((error) => error)
  }

  it('reads the stream until the state is final', async () => {
    const changes: number[] = []
    const { waiting, stream } = await openStream(undefined, { onChange: ({ version }) => changes.push(version) })
    expect(stream.url).toBe('/api/v1/jobs/j/events')
    stream.sendJob(jobIn('JOB_STATE_QUEUED', 1))
    stream.sendJob(jobIn('JOB_STATE_RUNNING', 2))
    stream.sendJob(done)
    stream.end()
    expect(await waiting).toEqual(done)
    expect(changes).toEqual([1, 2, 3])
  })

  // Verifies OBS-2.
  it('sends the trace of the user action with the stream request', async () => {
    const span = startSpan('make a meme')
    const { stream } = await openStream(undefined, { span })
    expect(new Headers(stream.init.headers).get('traceparent')).toContain(span.traceId)
  })

  it('polls when the stream is silent for 30 seconds', async () => {
    vi.useFakeTimers()
    const { waiting, stream } = await openStream()
    await vi.advanceTimersByTimeAsync(20_000)
    stream.send(': still waiting')
    await vi.advanceTimersByTimeAsync(29_000)
    expect(stream.closed).toBe(false)
    await vi.advanceTimersByTimeAsync(1000)
    expect(stream.closed).toBe(true)
    await vi.advanceTimersByTimeAsync(2000)
    expect(await waiting).toEqual(done)
  })

  it('polls when the stream breaks, after one poll interval', async () => {
    vi.useFakeTimers()
    const pollResponse = vi.fn(async () => Response.json(done))
    const { waiting, stream } = await openStream(pollResponse)
    const before = pollResponse.mock.calls.length // includes the request for the device cookie, if any
    stream.sendJob(jobIn('JOB_STATE_RUNNING', 2))
    stream.break()
    await vi.advanceTimersByTimeAsync(1000)
    expect(pollResponse.mock.calls.length).toBe(before)
    await vi.advanceTimersByTimeAsync(1000)
    expect(await waiting).toEqual(done)
  })

  it('polls while the tab is hidden, after one poll interval', async () => {
    vi.useFakeTimers()
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(false)
    const pollResponse = vi.fn(async () => Response.json(done))
    const { waiting, stream } = await openStream(pollResponse)
    const before = pollResponse.mock.calls.length // includes the request for the device cookie, if any
    hidden.mockReturnValue(true)
    document.dispatchEvent(new Event('visibilitychange'))
    await vi.advanceTimersByTimeAsync(1900)
    expect(stream.closed).toBe(true)
    expect(pollResponse).toHaveBeenCalledTimes(before)
    await vi.advanceTimersByTimeAsync(100)
    expect(await waiting).toEqual(done)
  })

  it('retries while the network is down, and times out after 15 minutes', async () => {
    expect(await pollDuringOutage(14 * 60_000)).toEqual(done)
    expect(await pollDuringOutage(16 * 60_000)).toMatchObject({ code: 'NO_ANSWER' })
  })

  it('retries when the first poll after 20 minutes of sleep fails', async () => {
    vi.useFakeTimers()
    let isUp = false
    const { waiting, stream } = await openStream(async () => {
      if (!isUp) throw new TypeError('offline')
      return Response.json(done)
    })
    stream.break()
    await vi.advanceTimersByTimeAsync(5000)
    vi.setSystemTime(Date.now() + 20 * 60_000)
    await vi.advanceTimersByTimeAsync(2000)
    isUp = true
    await vi.advanceTimersByTimeAsync(2000)
    expect(await waiting).toEqual(done)
  })

  it('throws at once when the job is not found', async () => {
    const { waiting, stream } = await openStream(async () => new Response('{}', { status: 404 }))
    stream.break()
    await expect(waiting).rejects.toMatchObject({ status: 404 })
  })

  it('closes the stream when the caller aborts', async () => {
    const leaving = new AbortController()
    const { waiting, stream } = await openStream(undefined, { signal: leaving.signal })
    leaving.abort()
    await expect(waiting).rejects.toThrow()
    expect(stream.closed).toBe(true)
  })
})
