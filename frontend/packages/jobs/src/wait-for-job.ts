import { apiFetchEvents, isPassing as isRetryable, type Span } from '@mcwick/api-client'
import { isInProgress, type JobEndpoints, type JobStatus } from './job-endpoints'

const pollIntervalMs = 2000
const noResponseTimeoutMs = 15 * 60_000 // longer than any job waits in the queue and runs
const maxAttemptMs = 60_000 // with its interval, also in a hidden tab, whose timers browsers run once a minute

interface WaitOptions<J> {
  signal: AbortSignal
  span?: Span
  /** Called with each version of the job. */
  onChange?: (job: J) => void
}

/**
 * Resolves with the job once its state is final. Reads the event stream; polls every two seconds instead when the
 * stream breaks or the tab is hidden, because a browser has six connections for all tabs of a site over HTTP/1.1.
 * The server works on the job meanwhile, so a lost connection (a tunnel, a roll-out) is waited out.
 */
export async function waitForJob<J extends JobStatus>(
  endpoints: JobEndpoints<J>,
  id: string,
  options: WaitOptions<J>,
): Promise<J> {
  const finished = await readStream(endpoints, id, options)
  return finished ?? poll(endpoints, id, options)
}

/** Reads the stream to its end. Returns the finished job, or undefined when the stream ended before the job did. */
async function readStream<J extends JobStatus>(
  endpoints: JobEndpoints<J>,
  id: string,
  options: WaitOptions<J>,
): Promise<J | undefined> {
  if (document.hidden) return undefined
  const hidden = new AbortController()
  const abortWhenHidden = () => document.hidden && hidden.abort()
  document.addEventListener('visibilitychange', abortWhenHidden)
  let last: J | undefined
  const onEvent = (job: J) => {
    last = job
    options.onChange?.(job)
  }
  const signal = AbortSignal.any([options.signal, hidden.signal])
  try {
    await apiFetchEvents(endpoints.events(id), onEvent, { signal, span: options.span, personal: true })
  } catch {
    options.signal.throwIfAborted()
    await pause(pollIntervalMs, options.signal) // the stream may break because the page unloads, which must not poll
  } finally {
    document.removeEventListener('visibilitychange', abortWhenHidden)
  }
  return last && !isInProgress(last) ? last : undefined
}

async function poll<J extends JobStatus>(
  endpoints: JobEndpoints<J>,
  id: string,
  { signal, span, onChange }: WaitOptions<J>,
): Promise<J> {
  let noResponseMs = 0
  for (;;) {
    signal.throwIfAborted()
    const startedAt = Date.now()
    try {
      const job = await endpoints.get(id, { signal, span, personal: true })
      onChange?.(job)
      if (!isInProgress(job)) return job
      noResponseMs = 0
    } catch (error) {
      if (!isRetryable(error) || noResponseMs > noResponseTimeoutMs) throw error
    }
    await pause(pollIntervalMs, signal)
    noResponseMs += Math.min(Date.now() - startedAt, maxAttemptMs) // a device that sleeps does not wait
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms)
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
