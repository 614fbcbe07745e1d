import type { MemeInput } from '@mcwick/api-calls'
import { useStepHeading, withDeadline } from '@mcwick/forms'
import { describeFailure, type JobRequest, useJob, useJobRequest } from '@mcwick/jobs'
import { lazy, Suspense, useEffect } from 'react'
import { picture } from './api/picture'
import { MemeForm } from './form/meme-form'
import { texts } from './form/texts'
import { actions, another, scenes, styles } from './suggestions'
import { useRefreshedLists } from './use-refreshed-lists'
import { Stage } from './waiting/stage'

const loadEditor = () => import('./result/result-step')
const ResultStep = lazy(async () => ({ default: (await withDeadline(loadEditor())).ResultStep }))

interface MemeWish extends JobRequest {
  meme: MemeInput
}

/** The page /ai: form, then the picture with its text, then the wall. A reload and another tab go on where it was. */
export function MemeMaker() {
  const [wish, setWish] = useJobRequest<MemeWish>('studio', 1, () => ({ meme: randomMeme() }))
  const { meme, jobId } = wish
  const keepJobId = (jobId?: string) =>
    setWish({ meme, jobId, isPublished: wish.isPublished && jobId === wish.jobId && jobId !== undefined })
  const refreshLists = useRefreshedLists()
  const { job, result: artwork, error, isPending, start, cancel, reset } = useJob(picture, jobId, keepJobId)
  const heading = useStepHeading(artwork?.id ?? (isPending ? 'waiting' : 'form'))
  // The editor's code comes while the picture is drawn; a failure is told where it is needed.
  useEffect(() => {
    if (isPending) loadEditor().catch(() => undefined)
  }, [isPending])
  const waiting = <Stage generating={isPending || Boolean(artwork)} patter={texts.patter} job={job} onCancel={cancel} />
  if (artwork)
    return (
      <Suspense fallback={<div className="studio">{waiting}</div>}>
        <ResultStep
          key={artwork.id}
          heading={heading}
          artwork={artwork}
          meme={meme}
          onPublished={() => {
            setWish({ meme, jobId, isPublished: true })
            refreshLists()
          }}
          onBack={reset}
        />
      </Suspense>
    )
  return (
    <div className="studio">
      {waiting}
      <MemeForm
        heading={heading}
        meme={meme}
        onChange={(meme) => setWish({ ...wish, meme })}
        onSubmit={() => start({ meme })}
        generating={isPending}
        failure={error ? describeFailure(error, texts) : undefined}
      />
    </div>
  )
}

function randomMeme(): MemeInput {
  return { action: another(actions, ''), scene: another(scenes, ''), style: another(styles, '') }
}
