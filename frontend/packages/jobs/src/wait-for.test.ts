import type { Job } from '@mcwick/api-calls'
import { startSpan } from '@mcwick/api-client'
import { describe, expect, it, vi } from 'vitest'
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

/** A stream of events, told by hand. */
class Stream {
  static last: Stream
  closed = false
  readonly answer: Response
  private body?: ReadableStreamDefaultController<Uint8Array>
  constructor(
    readonly url: string,
    readonly init: RequestInit,
  ) {
    Stream.last = this
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
  tell(job: Job) {
    this.send(`id: ${job.version}\nevent: job\ndata: ${JSON.stringify(job)}`)
  }
  end() {
    this.body?.close()
  }
  break() {
    this.body?.error(new TypeError('offline'))
  }
}

describe('waitFor', () => {
  const leave = new AbortController()

  /** Opens a stream; what is asked for beside it is told by `asked`. */
  async function watch(
    asked = async () => Response.json(done),
    options: Partial<Parameters<typeof waitFor<Job>>[2]> = {},
  ) {
    vi.stubGlobal('fetch', (url: string, init: RequestInit) =>
      url.endsWith('/events') ? Promise.resolve(new Stream(url, init).answer) : asked(),
    )
    const waiting = waitFor(jobs, 'j', { signal: leave.signal, ...options })
    waiting.catch(() => undefined) // looked at later
    await vi.waitFor(() => expect(Stream.last.closed).toBe(false))
    return { waiting, stream: Stream.last }
  }

  /** A job that is asked for, by a line that is down for so long. */
  async function down(ms: number) {
    vi.useFakeTimers()
    const upAt = Date.now() + ms
    const { waiting, stream } = await watch(async () => {
      if (Date.now() < upAt) throw new TypeError('offline')
      return Response.json(done)
    })
    stream.break()
    await vi.advanceTimersByTimeAsync(ms + 2000)
    return waiting.catch((error) => error)
  }

  it('reads the stream until the state is final', async () => {
    const changes: number[] = []
    const { waiting, stream } = await watch(undefined, { onChange: ({ version }) => changes.push(version) })
    expect(stream.url).toBe('/api/v1/jobs/j/events')
    stream.tell(jobIn('JOB_STATE_QUEUED', 1))
    stream.tell(jobIn('JOB_STATE_RUNNING', 2))
    stream.tell(done)
    stream.end()
    expect(await waiting).toEqual(done)
    expect(changes).toEqual([1, 2, 3])
  })

  // Verifies OBS-2.
  it('watches on the trace of what the visitor does', async () => {
    const span = startSpan('make a meme')
    const { stream } = await watch(undefined, { span })
    expect(new Headers(stream.init.headers).get('traceparent')).toContain(span.traceId)
  })

  it('asks instead when the stream is silent for half a minute', async () => {
    vi.useFakeTimers()
    const { waiting, stream } = await watch()
    await vi.advanceTimersByTimeAsync(20_000)
    stream.send(': still waiting')
    await vi.advanceTimersByTimeAsync(29_000)
    expect(stream.closed).toBe(false)
    await vi.advanceTimersByTimeAsync(1000)
    expect(stream.closed).toBe(true)
    await vi.advanceTimersByTimeAsync(2000)
    expect(await waiting).toEqual(done)
  })

  it('asks instead when the stream breaks, but not in the moment of leaving', async () => {
    vi.useFakeTimers()
    const asked = vi.fn(async () => Response.json(done))
    const { waiting, stream } = await watch(asked)
    const before = asked.mock.calls.length // the device may have been asked for
    stream.tell(jobIn('JOB_STATE_RUNNING', 2))
    stream.break()
    await vi.advanceTimersByTimeAsync(1000)
    expect(asked.mock.calls.length).toBe(before)
    await vi.advanceTimersByTimeAsync(1000)
    expect(await waiting).toEqual(done)
  })

  it('asks instead while nobody looks, but not in the moment of leaving', async () => {
    vi.useFakeTimers()
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(false)
    const asked = vi.fn(async () => Response.json(done))
    const { waiting, stream } = await watch(asked)
    const before = asked.mock.calls.length // the device may have been asked for
    hidden.mockReturnValue(true)
    document.dispatchEvent(new Event('visibilitychange'))
    await vi.advanceTimersByTimeAsync(1900)
    expect(stream.closed).toBe(true)
    expect(asked).toHaveBeenCalledTimes(before)
    await vi.advanceTimersByTimeAsync(100)
    expect(await waiting).toEqual(done)
  })

  it('waits for a line that is down, and gives up after a quarter of an hour', async () => {
    expect(await down(14 * 60_000)).toEqual(done)
    expect(await down(16 * 60_000)).toMatchObject({ code: 'NO_ANSWER' })
  })

  it('gives up at once when the job is not ours', async () => {
    const { waiting, stream } = await watch(async () => new Response('{}', { status: 404 }))
    stream.break()
    await expect(waiting).rejects.toMatchObject({ status: 404 })
  })

  it('ends the stream when the visitor leaves', async () => {
    const going = new AbortController()
    const { waiting, stream } = await watch(undefined, { signal: going.signal })
    going.abort()
    await expect(waiting).rejects.toThrow()
    expect(stream.closed).toBe(true)
  })
})
