import type { Job } from '@mcwick/api-calls'
import { userAction } from '@mcwick/api-client'
import { useShell } from '@mcwick/shell-contract'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useReducer } from 'react'
import { type JobEvent, type JobState, jobToKeep, type Request, transition } from './job-state'
import type { Work } from './line'
import { type Order, place, resume } from './order'
import { texts } from './texts'

/**
 * Work on its way: asked for in this page, or before it was opened. `keepJobId` hears which one to resume, `onResult` what
 * came of it.
 */
export function useJob<Body extends object, Result, W extends Work = Job>(
  order: Order<Body, Result, W>,
  jobId: string | undefined,
  keepJobId: (jobId?: string) => void,
  onResult?: (result: Result) => void,
) {
  type Event = JobEvent<Body, Result, W>
  const [state, dispatch] = useReducer<JobState<Body, Result, W>, [Event]>(transition, {})
  const { toast } = useShell()
  const handle = useEffectEvent((event: Event) => {
    dispatch(event)
    const kept = jobToKeep(event)
    if (kept) keepJobId(kept.id)
    if (event.type === 'succeeded') onResult?.(event.result)
  })
  // A mutation of the cache waits for a browser that has no network.
  const { mutateAsync: follow } = useMutation({
    mutationFn: ({ pending, signal }: { pending: Request<Body>; signal: AbortSignal }) => {
      const watch = { signal, onChange: (work: W) => signal.aborted || handle({ type: 'changed', work }) }
      return 'body' in pending ? place(order, pending.body, watch) : resume(order, pending.jobId, watch)
    },
  })
  const resumeKept = useEffectEvent(() => {
    if (jobId) dispatch({ type: 'resumed', jobId })
  })
  useEffect(() => resumeKept(), [])
  const { pending, work } = state
  useEffect(() => {
    if (!pending) return
    const leaving = new AbortController()
    const { signal } = leaving
    follow({ pending, signal }).then(
      (result) => signal.aborted || handle({ type: 'succeeded', result }),
      (error) => signal.aborted || handle({ type: 'failed', error }),
    )
    return () => leaving.abort()
  }, [pending, follow])
  return {
    job: work,
    result: state.result,
    error: state.error ?? null,
    isPending: pending !== undefined,
    start: (body: Body) => dispatch({ type: 'started', body }),
    /** Takes the wish back. The page hears of it as of any change. */
    cancel: () =>
      work &&
      userAction('cancel a job', (span) => order.line.cancel(work.id, { span })).catch(() => toast(texts.notCancelled)),
    reset: () => {
      keepJobId(undefined)
      dispatch({ type: 'reset' })
    },
  }
}
