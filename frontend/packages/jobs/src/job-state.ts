import { ApiError } from '@mcwick/api-client'
import type { Work } from './line'
import { Cancelled, JobFailed } from './order'

/** What a page asked for: something new, or a job from before it was opened. */
export type Request<Body> = { body: Body } | { jobId: string }

/** What a page knows of one job after another. */
export interface JobState<Body, Result, W extends Work> {
  /** What is on its way; a new object for each request. */
  pending?: Request<Body>
  /** What is known of the job, also when it is over. */
  work?: W
  /** What came of it. */
  result?: Result
  /** Why nothing came of it. */
  error?: Error
}

export type JobEvent<Body, Result, W extends Work> =
  | { type: 'started'; body: Body }
  | { type: 'resumed'; jobId: string }
  | { type: 'changed'; work: W }
  | { type: 'succeeded'; result: Result }
  | { type: 'failed'; error: Error }
  | { type: 'reset' }

/** The state after an event. What is heard while nothing is on its way changes nothing. */
export function transition<Body, Result, W extends Work>(
  state: JobState<Body, Result, W>,
  event: JobEvent<Body, Result, W>,
): JobState<Body, Result, W> {
  if (event.type === 'started') return { pending: { body: event.body } }
  if (event.type === 'resumed') return { pending: { jobId: event.jobId } }
  const known = state.work ? { work: state.work } : {}
  if (event.type === 'reset') return known
  if (!state.pending) return state
  switch (event.type) {
    case 'changed':
      return { ...state, work: event.work }
    case 'succeeded':
      return { ...known, result: event.result }
    case 'failed':
      return event.error instanceof Cancelled ? known : { ...known, error: event.error }
  }
}

/** The job that a reload goes on with after an event: another, none, or undefined where the event changes nothing. */
export function jobToKeep<Body, Result, W extends Work>(event: JobEvent<Body, Result, W>): { id?: string } | undefined {
  if (event.type === 'changed') return { id: event.work.id }
  if (event.type === 'reset' || (event.type === 'failed' && isOver(event.error))) return {}
  return undefined
}

/** Whether nothing will come of the job: else the server goes on with it, also when we hear nothing or leave. */
function isOver(error: Error): boolean {
  if (error instanceof ApiError) return error.status === 404
  return error instanceof Cancelled || error instanceof JobFailed
}
