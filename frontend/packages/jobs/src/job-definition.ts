import type { Job } from '@mcwick/api-calls'
import { type ApiRequest, type Span, userAction } from '@mcwick/api-client'
import { type ChallengePurpose, sendWithSolution } from '@mcwick/challenge'
import { createIdempotentSender } from '@mcwick/forms'
import { hasOutcome, type JobEndpoints, type JobStatus } from './job-endpoints'
import { waitForJob } from './wait-for-job'

/**
 * Sends the request that creates a job. One without a response is repeated under the same idempotency key: each kind of
 * job has its own `name`, so that one kind does not forget the key of another.
 */
type SendRequest<J> = <Request>(
  name: string,
  request: Request,
  call: (request: Request, headers: { 'Idempotency-Key': string }, options: ApiRequest) => Promise<J>,
) => Promise<J>

/** How one kind of job, such as a picture, is created, followed and read. */
export interface JobDefinition<Body, Result, J extends JobStatus = Job> {
  endpoints: JobEndpoints<J>
  /** The name of the trace's root span. */
  spanName: (body: Body) => string
  /** What a challenge is asked for before the job is created. */
  challengePurpose: ChallengePurpose
  /** Creates the job by `send`. */
  create: (body: Body, send: SendRequest<J>) => Promise<J>
  /** The result of a succeeded job. */
  getResult: (job: J) => Result | undefined
}

interface WatchOptions<J> {
  signal: AbortSignal
  /** Called when the job is created, and after each change of it. */
  onChange: (job: J) => void
  /** Called when the visitor starts and stops waiting for the solution of a challenge. */
  onSolving?: (isSolving: boolean) => void
}

/** The job was canceled by the visitor, so no error is shown. */
export class JobCanceledError extends Error {}

/** The job was accepted and failed. Branch on `code`; the message is the server's and may be shown. */
export class JobFailedError extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly traceId: string,
  ) {
    super(message)
    this.name = 'JobFailedError'
  }
}

/** Creates a job and waits for its result. Throws JobFailedError, JobCanceledError or ApiError. */
export function submitJob<Body, Result, J extends JobStatus>(
  definition: JobDefinition<Body, Result, J>,
  body: Body,
  options: WatchOptions<J>,
) {
  return userAction(definition.spanName(body), async (span) => {
    const { signal, onSolving } = options
    const accepted = await definition.create(body, (name, request, call) =>
      createIdempotentSender(name)(request, (request, headers) =>
        sendWithSolution(definition.challengePurpose, { span, signal, onSolving }, (options) =>
          call(request, headers, options),
        ),
      ),
    )
    options.onChange(accepted)
    return waitForResult(definition, accepted.id, options, span)
  })
}

/** Waits for the result of a job that was created before the page was loaded. */
export function resumeJob<Body, Result, J extends JobStatus>(
  definition: JobDefinition<Body, Result, J>,
  id: string,
  options: WatchOptions<J>,
) {
  return userAction('resume a job', (span) => waitForResult(definition, id, options, span))
}

async function waitForResult<Body, Result, J extends JobStatus>(
  { endpoints, getResult }: JobDefinition<Body, Result, J>,
  id: string,
  options: WatchOptions<J>,
  span: Span,
): Promise<Result> {
  const job = await waitForJob(endpoints, id, { ...options, span })
  if (hasOutcome(job, 'CANCELLED')) throw new JobCanceledError()
  const result = hasOutcome(job, 'SUCCEEDED') ? getResult(job) : undefined
  if (!result) throw new JobFailedError(job.error?.code ?? '', job.error?.message ?? '', span.traceId)
  return result
}
