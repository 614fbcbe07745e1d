import { cancelJob, getJob, type Job, type JobState, type VideoState } from '@mcwick/api-calls'
import type { ApiRequest } from '@mcwick/api-client'

/** The state of a job or a video, as far as waiting for it needs it. */
export interface JobStatus extends Pick<Job, 'id' | 'position' | 'estimateSeconds' | 'error'> {
  state: JobState | VideoState
}

/** The endpoints of one kind of job. */
export interface JobEndpoints<J extends JobStatus> {
  /** The URL of the event stream. */
  events: (id: string) => string
  get: (id: string, request: ApiRequest) => Promise<J>
  cancel: (id: string, request: ApiRequest) => Promise<unknown>
}

/** The endpoints of generation jobs; videos have their own. */
export const jobEndpoints: JobEndpoints<Job> = {
  events: (id) => `/api/v1/jobs/${encodeURIComponent(id)}/events`,
  get: (id, request) => getJob(id, undefined, request),
  cancel: cancelJob,
}

/** Whether a job has ended this way. */
export function hasOutcome({ state }: JobStatus, outcome: 'SUCCEEDED' | 'CANCELLED'): boolean {
  return state.endsWith(`_STATE_${outcome}`)
}

/** Whether a job is queued or running. An unknown state, of a newer release, counts as final. */
export function isInProgress({ state }: JobStatus): boolean {
  return /_STATE_(QUEUED|RUNNING)$/.test(state)
}
