import { cancelJob, getJob, type Job, JobState, VideoState } from '@mcwick/api-calls'
import type { ApiRequest } from '@mcwick/api-client'

/** What is known of work that one waits for. */
export interface Work {
  id: string
  state: JobState | VideoState
  /** The place in the line; 0 when it is not waiting or not known yet. */
  position: number
  /** Seconds to wait; 0 when nothing is known. */
  estimateSeconds: number
  error?: { code: string; message: string }
}

/** Where work of a kind waits and is asked after. */
export interface Line<W extends Work> {
  /** Where the stream of its versions comes from. */
  events: (id: string) => string
  get: (id: string, request: ApiRequest) => Promise<W>
  cancel: (id: string, request: ApiRequest) => Promise<unknown>
}

/** The line of everything that is a job. */
export const jobs: Line<Job> = {
  events: (id) => `/api/v1/jobs/${encodeURIComponent(id)}/events`,
  get: (id, request) => getJob(id, undefined, request),
  cancel: cancelJob,
}

type Phase = 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled'

const phases: Record<Work['state'], Phase> = {
  [JobState.JOB_STATE_QUEUED]: 'queued',
  [JobState.JOB_STATE_RUNNING]: 'running',
  [JobState.JOB_STATE_SUCCEEDED]: 'succeeded',
  [JobState.JOB_STATE_FAILED]: 'failed',
  [JobState.JOB_STATE_CANCELLED]: 'cancelled',
  [VideoState.VIDEO_STATE_QUEUED]: 'queued',
  [VideoState.VIDEO_STATE_RUNNING]: 'running',
  [VideoState.VIDEO_STATE_SUCCEEDED]: 'succeeded',
  [VideoState.VIDEO_STATE_FAILED]: 'failed',
  [VideoState.VIDEO_STATE_CANCELLED]: 'cancelled',
}

/** Whether work is at this end. */
export function isAt({ state }: Work, end: 'succeeded' | 'cancelled'): boolean {
  return phases[state] === end
}

/** Whether there is more to come of work. A state that is newer than this page is final. */
export function isUnderWay({ state }: Work): boolean {
  return phases[state] === 'queued' || phases[state] === 'running'
}
