import type { MemeInput } from '@mcwick/api-calls'
import { useStepHeading, withDeadline } from '@mcwick/forms'
import { describeFailure, type JobRequest, useJob, useJobRequest } from '@mcwick/jobs'
import { lazy, Suspense, useEffect } from 'react'
import { artworkJob } from './api/artwork-job'
import { MemeForm } from './form/meme-form'
import { texts } from './form/texts'
import { actions, pickOther, scenes, styles } from './suggestions'
import { useRefreshImageLists } from './use-refresh-image-lists'
import { JobStage } from './waiting/job-stage'

const loadEditor = () => import('./result/result-step')
const ResultStep = lazy(async () => ({ default: (await withDeadline(loadEditor())).ResultStep }))

interface MemeRequest extends JobRequest {
  meme: MemeInput
}

/** The page /ai: form, then editor, then publishing. A reload and another tab resume the last request. */
export function MemeMaker() {
  const [request, setRequest] = useJobRequest<MemeRequest>('studio', 1, () => ({ meme: randomMeme() }))
  const { meme, jobId } = request
  const storeJobId = (jobId?: string) =>
    setRequest({ meme, jobId, isPublished: request.isPublished && jobId === request.jobId && jobId !== undefined })
  const refreshLists = useRefreshImageLists()
  const {
    job,
    result: artwork,
    error,
    isPending,
    isSolving,
    prepare,
    start,
    cancel,
    reset,
  } = useJob(artworkJob, jobId, storeJobId)
  const heading = useStepHeading(artwork?.id ?? (isPending ? 'waiting' : 'form'))
  // The editor is loaded while the artwork is drawn; a failure is shown when it is rendered.
  useEffect(() => {
    if (isPending) loadEditor().catch(() => undefined)
  }, [isPending])
  const waiting = (
    <JobStage
      generating={isPending || Boolean(artwork)}
      messages={texts.waitingMessages}
      job={job}
      isSolving={isSolving}
      onCancel={cancel}
    />
  )
  if (artwork)
    return (
      <Suspense fallback={<div className="studio">{waiting}</div>}>
        <ResultStep
          key={artwork.id}
          heading={heading}
          artwork={artwork}
          meme={meme}
          onPublished={() => {
            setRequest({ meme, jobId, isPublished: true })
            refreshLists()
          }}
          onAgain={() => start({ meme })}
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
        onChange={(meme) => {
          prepare()
          setRequest({ ...request, meme })
        }}
        onSubmit={() => start({ meme })}
        generating={isPending}
        failure={error ? describeFailure(error, texts) : undefined}
      />
    </div>
  )
}

function randomMeme(): MemeInput {
  return { action: pickOther(actions, ''), scene: pickOther(scenes, ''), style: pickOther(styles, '') }
}
