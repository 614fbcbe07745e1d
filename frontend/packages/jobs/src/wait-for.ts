import { apiFetchEvents, isPassing, type Span } from '@mcwick/api-client'
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
async function readStream<W extends Work>(line: Line<W>, id: string, watch: Watch<W>): Promise<W | undefined> {
  if (document.hidden) return undefined
  const hidden = new AbortController()
  const look = () => document.hidden && hidden.abort()
  document.addEventListener('visibilitychange', look)
  let last: W | undefined
  const hear = (work: W) => {
    last = work
    watch.onChange?.(work)
  }
  const signal = AbortSignal.any([watch.signal, hidden.signal])
  try {
    await apiFetchEvents(line.events(id), hear, { signal, span: watch.span, personal: true })
  } catch {
    watch.signal.throwIfAborted()
    await pause(pollMs, watch.signal) // what breaks it may be that the page is left, which asks no more then
  } finally {
    document.removeEventListener('visibilitychange', look)
  }
  return last && !isUnderWay(last) ? last : undefined
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
