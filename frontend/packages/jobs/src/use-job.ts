import { cancelJob } from '@mcwick/api-calls'
import { ApiError, type Job, userAction } from '@mcwick/api-client'
import { useShell } from '@mcwick/ui'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Cancelled, JobFailed, type Order, place, resume } from './order'
import { texts } from './texts'

/** A job on its way: asked for in this page, or before it was opened. `keepJobId` hears which one to resume. */
export function useJob<Body extends object, Result>(
  order: Order<Body, Result>,
  jobId: string | undefined,
  keepJobId: (jobId?: string) => void,
) {
  const [job, setJob] = useState<Job>()
  const { toast } = useShell()
  const leaving = useRef<AbortController>(undefined)
  const keep = useRef(keepJobId)
  keep.current = keepJobId // the page may know more by the time that news comes
  const onChange = (next: Job) => {
    setJob(next)
    keep.current(next.id)
  }
  const making = useMutation<Result, Error, { body: Body } | { jobId: string }>({
    mutationFn: (wish) => {
      leaving.current = new AbortController()
      const watch = { signal: leaving.current.signal, onChange }
      return 'body' in wish ? place(order, wish.body, watch) : resume(order, wish.jobId, watch)
    },
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
      job && userAction('cancel a job', (span) => cancelJob(job.id, { span })).catch(() => toast(texts.notCancelled)),
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
