import { imagesKey, type Job, type JobArtwork } from '@mcwick/api-client'
import { useShell } from '@mcwick/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Cancelled, cancelMeme, generateMeme, resumeMeme } from './api/generate-meme'
import { failureOf } from './failure'
import { MemeForm } from './form/meme-form'
import { Stage } from './form/stage'
import { ResultStep } from './result/result-step'
import { texts } from './texts'
import { useWish, type Wish } from './use-wish'

/** The page /ai: form, then the picture with its text, then the wall. A reload and another tab go on where it was. */
export function MemeMaker() {
  const [wish, setWish] = useWish()
  const { meme, jobId } = wish
  const keepJobId = (jobId?: string) => setWish({ meme, jobId })
  const refreshLists = useRefreshedLists()
  const { job, artwork, error, isPending, generate, cancel, reset } = useGeneration(jobId, keepJobId)
  if (artwork)
    return (
      <ResultStep
        key={artwork.id}
        artwork={artwork}
        meme={meme}
        onPublished={() => {
          keepJobId(undefined)
          refreshLists()
        }}
        onBack={reset}
      />
    )
  return (
    <div className="studio">
      <Stage generating={isPending} job={job} onCancel={cancel} />
      <MemeForm
        meme={meme}
        onChange={(meme) => setWish({ ...wish, meme })}
        onSubmit={() => generate({ meme })}
        generating={isPending}
        failure={error ? failureOf(error) : undefined}
      />
    </div>
  )
}

const shownMs = 1200 // a picture is in the gallery within a second

/** Has lists of pictures fetched anew once one that was just published is in them. */
function useRefreshedLists() {
  const queries = useQueryClient()
  return () => setTimeout(() => queries.invalidateQueries({ queryKey: imagesKey }), shownMs)
}

/** One picture on its way: asked for in this page, or before it was opened. */
function useGeneration(jobId: string | undefined, keepJobId: (jobId?: string) => void) {
  const [job, setJob] = useState<Job>()
  const { toast } = useShell()
  const leaving = useRef<AbortController>(undefined)
  const generation = useMutation<JobArtwork, Error, Pick<Wish, 'meme'> | { jobId: string }>({
    mutationFn: (wish) => {
      leaving.current = new AbortController()
      const watch = { signal: leaving.current.signal, onChange }
      return 'jobId' in wish ? resumeMeme(wish.jobId, watch) : generateMeme(wish.meme, watch)
    },
    onError: (error) => {
      if (leaving.current?.signal.aborted) return // the page is left; the server finishes the picture all the same
      keepJobId(undefined)
      if (error instanceof Cancelled) generation.reset()
    },
  })
  const onChange = (next: Job) => {
    setJob(next)
    keepJobId(next.id)
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
    generate: (wish: Pick<Wish, 'meme'>) => {
      setJob(undefined)
      generation.mutate(wish)
    },
    cancel: () => job && cancelMeme(job.id).catch(() => toast(texts.waiting.notCancelled)),
    reset: () => {
      keepJobId(undefined)
      generation.reset()
    },
  }
}
