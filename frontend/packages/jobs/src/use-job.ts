import type { Job } from '@mcwick/api-calls'
import { userAction } from '@mcwick/api-client'
import { prepareSolution } from '@mcwick/challenge'
import { useShell } from '@mcwick/shell-contract'
import { useEffect, useEffectEvent, useReducer } from 'react'
import { type JobDefinition, resumeJob, submitJob } from './job-definition'
import type { JobStatus } from './job-endpoints'
import {
  type JobRequestEvent,
  type JobRequestState,
  jobIdToStore,
  type PendingRequest,
  reduceJobRequest,
} from './job-request-reducer'
import { texts } from './texts'

/**
 * Submits a job, or resumes one that was submitted before the page was loaded, and waits for its result. `storeJobId`
 * receives the id that a reload resumes, `onResult` the result.
 */
export function useJob<Body extends object, Result, J extends JobStatus = Job>(
  definition: JobDefinition<Body, Result, J>,
  jobId: string | undefined,
  storeJobId: (jobId?: string) => void,
  onResult?: (result: Result) => void,
) {
  type Event = JobRequestEvent<Body, Result, J>
  const [state, dispatch] = useReducer<JobRequestState<Body, Result, J>, [Event]>(reduceJobRequest, {})
  const { toast } = useShell()
  const handle = useEffectEvent((event: Event) => {
    dispatch(event)
    const stored = jobIdToStore(event)
    if (stored) storeJobId(stored.id)
    if (event.type === 'succeeded') onResult?.(event.result)
  })
  const waitForPending = useEffectEvent((pending: PendingRequest<Body>, signal: AbortSignal) => {
    const options = {
      signal,
      onChange: (job: J) => signal.aborted || handle({ type: 'changed', job }),
      onSolving: (isSolving: boolean) => signal.aborted || handle({ type: 'solving', isSolving }),
    }
    return 'body' in pending
      ? submitJob(definition, pending.body, options)
      : resumeJob(definition, pending.jobId, options)
  })
  const resumeStored = useEffectEvent(() => {
    if (jobId) dispatch({ type: 'resumed', jobId })
  })
  useEffect(() => resumeStored(), [])
  const { pending, job } = state
  useEffect(() => {
    if (!pending) return
    const leaving = new AbortController()
    const { signal } = leaving
    waitForPending(pending, signal).then(
      (result) => signal.aborted || handle({ type: 'succeeded', result }),
      (error) => signal.aborted || handle({ type: 'failed', error }),
    )
    return () => leaving.abort()
  }, [pending])
  return {
    job,
    result: state.result,
    error: state.error ?? null,
    isPending: pending !== undefined,
    /** Whether the request waits for the solution of a challenge. */
    isSolving: state.isSolving ?? false,
    /** Prepares for `start`; call it when the visitor changes the form. */
    prepare: () => prepareSolution(definition.challengePurpose),
    /**
     * Creates a job. When the last error left the job of the same body in progress, waits for that one instead, so that it is
     * not made twice; `isSameBody` is false when the stored job id is of another body.
     */
    start: (body: Body, isSameBody = true) => {
      const isInProgress = state.error && !jobIdToStore({ type: 'failed', error: state.error })
      if (!jobId || !isInProgress || !isSameBody) return dispatch({ type: 'started', body })
      storeJobId(jobId)
      dispatch({ type: 'resumed', jobId })
    },
    /** Cancels the job on the server; the state changes when the canceled job arrives. */
    cancel: () =>
      job &&
      userAction('cancel a job', (span) => definition.endpoints.cancel(job.id, { span })).catch(() =>
        toast(texts.notCancelled, 'failure'),
      ),
    reset: () => {
      storeJobId(undefined)
      dispatch({ type: 'reset' })
    },
  }
}
