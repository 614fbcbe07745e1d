import type { Job } from '@mcwick/api-calls'
import { ApiError, userAction } from '@mcwick/api-client'
import { useShell } from '@mcwick/shell-contract'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Work } from './line'
import { Cancelled, JobFailed, type Order, place, resume } from './order'
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
  const [job, setJob] = useState<W>()
  const { toast } = useShell()
  const leaving = useRef<AbortController>(undefined)
  const keep = useRef(keepJobId)
  keep.current = keepJobId // the page may know more by the time that news comes
  const done = useRef(onResult)
  done.current = onResult
  const onChange = (next: W) => {
    setJob(next)
    keep.current(next.id)
  }
  const making = useMutation<Result, Error, { body: Body } | { jobId: string }>({
    mutationFn: (wish) => {
      leaving.current = new AbortController()
      const watch = { signal: leaving.current.signal, onChange }
      return 'body' in wish ? place(order, wish.body, watch) : resume(order, wish.jobId, watch)
    },
    onSuccess: (result) => done.current?.(result),
    onError: (error) => {
      if (!isOver(error)) return
      keep.current(undefined)
      if (error instanceof Cancelled) making.reset()
    },
  })
  const resumeOnce = useRef(() => {
    if (jobId) making.mutate({ jobId })
  })
  useEffect(() => {
    resumeOnce.current()
    return () => leaving.current?.abort()
  }, [])
  return {
    job,
    result: making.data,
    error: making.error,
    isPending: making.isPending,
    start: (body: Body) => {
      setJob(undefined)
      making.mutate({ body })
    },
    /** Takes the wish back. The page hears of it as of any change. */
    cancel: () =>
      job &&
      userAction('cancel a job', (span) => order.line.cancel(job.id, { span })).catch(() => toast(texts.notCancelled)),
    reset: () => {
      keepJobId(undefined)
      making.reset()
    },
  }
}

/** Whether nothing will come of the job: else the server goes on with it, also when we hear nothing or leave. */
function isOver(error: Error): boolean {
  if (error instanceof ApiError) return error.status === 404
  return error instanceof Cancelled || error instanceof JobFailed
}
