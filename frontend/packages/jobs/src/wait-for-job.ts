import { getJob, JobState } from '@mcwick/api-calls'
import { isPassing, type Job, type Span } from '@mcwick/api-client'

const pollMs = 2000
const patienceMs = 15 * 60_000 // without an answer; longer than any picture waits and is drawn
const running: string[] = [JobState.JOB_STATE_QUEUED, JobState.JOB_STATE_RUNNING]

interface Watch {
  signal: AbortSignal
  span?: Span
  /** Hears of each version of the job on the way. */
  onChange?: (job: Job) => void
}

/**
 * Resolves with the job once its state is final. Reads the event stream; asks every two seconds instead when the
 * stream breaks or the tab is hidden, because a browser has six connections for all tabs of a site over HTTP/1.1.
 * The job goes on without us: a line that is down (a tunnel, a new release) is waited out.
 */
export async function waitForJob(jobId: string, watch: Watch): Promise<Job> {
  const streamed = await readStream(jobId, watch)
  return streamed ?? poll(jobId, watch)
}

/** The final job, or undefined when the stream cannot tell. */
function readStream(jobId: string, { signal, onChange }: Watch): Promise<Job | undefined> {
  return new Promise((resolve, reject) => {
    if (document.hidden) return resolve(undefined)
    const stream = new EventSource(`/api/v1/jobs/${encodeURIComponent(jobId)}/events`)
    const cleanup = new AbortController()
    const settle = (job?: Job) => {
      cleanup.abort()
      stream.close()
      signal.aborted ? reject(signal.reason) : resolve(job)
    }
    const until = { signal: cleanup.signal }
    stream.addEventListener('job', (event) => {
      const job = JSON.parse(event.data) as Job
      onChange?.(job)
      if (!running.includes(job.state)) settle(job)
    })
    stream.addEventListener('error', () => settle())
    document.addEventListener('visibilitychange', () => document.hidden && settle(), until)
    signal.addEventListener('abort', () => settle(), until)
  })
}

async function poll(jobId: string, { signal, span, onChange }: Watch): Promise<Job> {
  let answered = Date.now()
  for (;;) {
    signal.throwIfAborted()
    try {
      const job = await getJob(jobId, undefined, { signal, span, personal: true })
      onChange?.(job)
      if (!running.includes(job.state)) return job
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
