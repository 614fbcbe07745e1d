import { cancelJob, getJob, type Job } from '@mcwick/api-calls'
import type { ApiRequest } from '@mcwick/api-client'

/** What is known of work that one waits for. */
export interface Work {
  id: string
  /** Ends in QUEUED, RUNNING, SUCCEEDED, FAILED or CANCELLED; the last three are final. */
  state: string
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

/** Whether work is at this end. */
export function isAt({ state }: Work, end: 'SUCCEEDED' | 'CANCELLED'): boolean {
  return state.endsWith(`_${end}`)
}

/** Whether there is more to come of work. */
export function isUnderWay({ state }: Work): boolean {
  return /_(QUEUED|RUNNING)$/.test(state)
}
