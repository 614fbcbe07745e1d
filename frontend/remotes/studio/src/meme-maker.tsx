import type { Job, JobArtwork, MemeInput } from '@mcwick/api-client'
import { useShell } from '@mcwick/ui'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Cancelled, cancelMeme, generateMeme, resumeMeme } from './api/generate-meme'
import { failureOf } from './failure'
import { MemeForm } from './form/meme-form'
import { Stage } from './form/stage'
import { ResultStep } from './result/result-step'
import { actions, another, scenes, styles } from './suggestions'
import { texts } from './texts'
import { useKept } from './use-kept'

/** The page /ai: form, then the picture with its text, then the wall. A reload goes on where it was. */
export function MemeMaker() {
  const [meme, setMeme] = useKept<MemeInput>('mcwick.studio.meme', randomMeme)
  const { job, artwork, error, isPending, generate, cancel, reset } = useGeneration()
  if (artwork) return <ResultStep key={artwork.id} artwork={artwork} meme={meme} onBack={reset} />
  return (
    <div className="studio">
      <Stage generating={isPending} job={job} onCancel={cancel} />
      <MemeForm
        meme={meme}
        onChange={setMeme}
        onSubmit={() => generate(meme)}
        generating={isPending}
        failure={error ? failureOf(error) : undefined}
      />
    </div>
  )
}

function randomMeme(): MemeInput {
  return { action: another(actions, ''), scene: another(scenes, ''), style: another(styles, '') }
}

/** One picture on its way: asked for in this page, or before it was reloaded. */
function useGeneration() {
  const [jobId, keepJobId] = useKept<string | undefined>('mcwick.studio.job', () => undefined)
  const [job, setJob] = useState<Job>()
  const { toast } = useShell()
  const leaving = useRef<AbortController>(undefined)
  const generation = useMutation<JobArtwork, Error, { meme: MemeInput } | { jobId: string }>({
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
    generate: (meme: MemeInput) => {
      setJob(undefined)
      generation.mutate({ meme })
    },
    cancel: () => job && cancelMeme(job.id).catch(() => toast(texts.waiting.notCancelled)),
    reset: () => {
      keepJobId(undefined)
      generation.reset()
    },
  }
}
