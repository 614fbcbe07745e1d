import { isPassing, type Span } from '@mcwick/api-client'
import { isUnderWay, type Line, type Work } from './line'

const pollMs = 2000
const patienceMs = 15 * 60_000 // without an answer; longer than anything waits and is made

interface Watch<W> {
  signal: AbortSignal
  span?: Span
  /** Hears of each version of the work on the way. */
  onChange?: (work: W) => void
}

/**
 * Resolves with the work once its state is final. Reads the event stream; asks every two seconds instead when the
 * stream breaks or the tab is hidden, because a browser has six connections for all tabs of a site over HTTP/1.1.
 * The work goes on without us: a line that is down (a tunnel, a new release) is waited out.
 */
export async function waitFor<W extends Work>(line: Line<W>, id: string, watch: Watch<W>): Promise<W> {
  const streamed = await readStream(line, id, watch)
  return streamed ?? poll(line, id, watch)
}

/** The final work, or undefined when the stream cannot tell. */
function readStream<W extends Work>(line: Line<W>, id: string, { signal, onChange }: Watch<W>): Promise<W | undefined> {
  return new Promise((resolve, reject) => {
    if (document.hidden) return resolve(undefined)
    const stream = new EventSource(line.events(id))
    const cleanup = new AbortController()
    const settle = (work?: W) => {
      cleanup.abort()
      stream.close()
      signal.aborted ? reject(signal.reason) : resolve(work)
    }
    const until = { signal: cleanup.signal }
    stream.addEventListener(line.event, (event) => {
      const work = JSON.parse((event as MessageEvent<string>).data) as W
      onChange?.(work)
      if (!isUnderWay(work)) settle(work)
    })
    stream.addEventListener('error', () => settle())
    document.addEventListener('visibilitychange', () => document.hidden && settle(), until)
    signal.addEventListener('abort', () => settle(), until)
  })
}

async function poll<W extends Work>(line: Line<W>, id: string, { signal, span, onChange }: Watch<W>): Promise<W> {
  let answered = Date.now()
  for (;;) {
    signal.throwIfAborted()
    try {
      const work = await line.get(id, { signal, span, personal: true })
      onChange?.(work)
      if (!isUnderWay(work)) return work
      answered = Date.now()
    } catch (error) {
      if (!isPassing(error) || Date.now() - answered > patienceMs) throw error
    }
    await pause(pollMs, signal)
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms)
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
