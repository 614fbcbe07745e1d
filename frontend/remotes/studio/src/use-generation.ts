import { ApiError, type CreateJobBody, type Job, type JobArtwork } from '@mcwick/api-client'
import { useShell } from '@mcwick/ui'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Cancelled, cancelPicture, GenerationFailed, generatePicture, resumePicture } from './api/generate-picture'
import { texts } from './texts'

/** One picture on its way: asked for in this page, or before it was opened. `keepJobId` hears which one to resume. */
export function useGeneration(jobId: string | undefined, keepJobId: (jobId?: string) => void) {
  const [job, setJob] = useState<Job>()
  const { toast } = useShell()
  const leaving = useRef<AbortController>(undefined)
  const keep = useRef(keepJobId)
  keep.current = keepJobId // the page may know more by the time that news comes
  const generation = useMutation<JobArtwork, Error, CreateJobBody | { jobId: string }>({
    mutationFn: (wish) => {
      leaving.current = new AbortController()
      const watch = { signal: leaving.current.signal, onChange }
      return 'jobId' in wish ? resumePicture(wish.jobId, watch) : generatePicture(wish, watch)
    },
    onError: (error) => {
      if (!isOver(error)) return
      keep.current(undefined)
      if (error instanceof Cancelled) generation.reset()
    },
  })
  const onChange = (next: Job) => {
    setJob(next)
    keep.current(next.id)
  }
  const resume = useRef(() => {
    if (jobId) generation.mutate({ jobId })
  })
  useEffect(() => {
    resume.current()
    return () => leaving.current?.abort()
  }, [])
  return {
    job,
    artwork: generation.data,
    error: generation.error,
    isPending: generation.isPending,
    generate: (wish: CreateJobBody) => {
      setJob(undefined)
      generation.mutate(wish)
    },
    cancel: () => job && cancelPicture(job.id).catch(() => toast(texts.waiting.notCancelled)),
    reset: () => {
      keepJobId(undefined)
      generation.reset()
    },
  }
}

/** Whether there is no picture to come: else the server draws it all the same, also when we hear nothing or leave. */
function isOver(error: Error): boolean {
  return (
    error instanceof Cancelled ||
    error instanceof GenerationFailed ||
    (error instanceof ApiError && error.status === 404)
  )
}
