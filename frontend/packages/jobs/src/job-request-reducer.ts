import { ApiError } from '@mcwick/api-client'
import { JobCanceledError, JobFailedError } from './job-definition'
import type { JobStatus } from './job-endpoints'

/** A request for a new job, or for a job that was created before the page was loaded. */
export type PendingRequest<Body> = { body: Body } | { jobId: string }

/** The state of the page's current job. */
export interface JobRequestState<Body, Result, J extends JobStatus> {
  /** The request in progress; a new object for each request. */
  pending?: PendingRequest<Body>
  /** Whether the request waits for the solution of a challenge. */
  isSolving?: boolean
  /** The last known version of the job, also when it is finished. */
  job?: J
  /** The result of a succeeded job. */
  result?: Result
  /** Why there is no result. */
  error?: Error
}

export type JobRequestEvent<Body, Result, J extends JobStatus> =
  | { type: 'started'; body: Body }
  | { type: 'resumed'; jobId: string }
  | { type: 'solving'; isSolving: boolean }
  | { type: 'changed'; job: J }
  | { type: 'succeeded'; result: Result }
  | { type: 'failed'; error: Error }
  | { type: 'reset' }

/** Returns the state after an event. Events of a job are ignored while no request is pending. */
export function reduceJobRequest<Body, Result, J extends JobStatus>(
  state: JobRequestState<Body, Result, J>,
  event: JobRequestEvent<Body, Result, J>,
): JobRequestState<Body, Result, J> {
  if (event.type === 'started') return { pending: { body: event.body } }
  if (event.type === 'resumed') return { pending: { jobId: event.jobId } }
  const known = state.job ? { job: state.job } : {}
  if (event.type === 'reset') return known
  if (!state.pending) return state
  switch (event.type) {
    case 'solving':
      return { ...state, isSolving: event.isSolving }
    case 'changed':
      return { ...state, job: event.job }
    case 'succeeded':
      return { ...known, result: event.result }
    case 'failed':
      return event.error instanceof JobCanceledError ? known : { ...known, error: event.error }
  }
}

/** Returns the job id to store for a reload: an id, no id, or undefined when the stored id stays as it is. */
export function jobIdToStore<Body, Result, J extends JobStatus>(
  event: JobRequestEvent<Body, Result, J>,
): { id?: string } | undefined {
  if (event.type === 'changed') return { id: event.job.id }
  if (event.type === 'reset' || (event.type === 'failed' && isJobGone(event.error))) return {}
  return undefined
}

/** Whether the job cannot succeed any more. After other errors the server still works on it, and a reload resumes it. */
function isJobGone(error: Error): boolean {
  if (error instanceof ApiError) return error.status === 404
  return error instanceof JobCanceledError || error instanceof JobFailedError
}
