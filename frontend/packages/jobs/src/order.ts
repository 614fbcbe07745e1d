import { JobState } from '@mcwick/api-calls'
import { type Job, type Span, userAction } from '@mcwick/api-client'
import { waitForJob } from './wait-for-job'

/** What is made by jobs, such as a picture. */
export interface Order<Body, Result> {
  /** What the visitor does, as its trace is called. */
  action: (body: Body) => string
  /** Asks for it; a wish that got no answer is asked for again under the same key. */
  create: (body: Body, request: { span: Span; signal: AbortSignal }) => Promise<Job>
  /** What came of a job that succeeded. */
  resultOf: (job: Job) => Result | undefined
}

interface Watch {
  signal: AbortSignal
  /** Hears of the job as soon as it is accepted, and of each change. */
  onChange: (job: Job) => void
}

/** The visitor took the wish back; there is nothing to tell. */
export class Cancelled extends Error {}

/** The job was taken and not done. Branch on `code`; the message is the server's and may be shown. */
export class JobFailed extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly traceId: string,
  ) {
    super(message)
    this.name = 'JobFailed'
  }
}

/** Asks for something and waits until it is there. Fails as JobFailed, as Cancelled, or as ApiError. */
export function place<Body, Result>(order: Order<Body, Result>, body: Body, watch: Watch): Promise<Result> {
  return userAction(order.action(body), async (span) => {
    const accepted = await order.create(body, { span, signal: watch.signal })
    watch.onChange(accepted)
    return follow(order, accepted.id, watch, span)
  })
}

/** Waits for what was asked for before the page was loaded. */
export function resume<Body, Result>(order: Order<Body, Result>, jobId: string, watch: Watch): Promise<Result> {
  return userAction('resume a job', (span) => follow(order, jobId, watch, span))
}

async function follow<Body, Result>({ resultOf }: Order<Body, Result>, jobId: string, watch: Watch, span: Span) {
  const job = await waitForJob(jobId, { ...watch, span })
  if (job.state === JobState.JOB_STATE_CANCELLED) throw new Cancelled()
  const result = job.state === JobState.JOB_STATE_SUCCEEDED ? resultOf(job) : undefined
  if (!result) throw new JobFailed(job.error?.code ?? '', job.error?.message ?? '', span.traceId)
  return result
}
