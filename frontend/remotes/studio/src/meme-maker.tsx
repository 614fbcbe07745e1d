import type { MemeInput } from '@mcwick/api-calls'
import { useStepHeading, withDeadline } from '@mcwick/forms'
import { describeFailure, type JobRequest, useJob, useJobRequest } from '@mcwick/jobs'
import { lazy, Suspense, useEffect } from 'react'
import { abandonJob, artworkJob } from './api/artwork-job'
import { MemeForm } from './form/meme-form'
import { texts } from './form/texts'
import { OpenPicture } from './remix/open-picture'
import { RemixLine } from './remix/remix-line'
import type { RemixSource } from './remix/source'
import { useRemix } from './remix/use-remix'
import { actions, pickOther, scenes, styles } from './suggestions'
import { useRefreshImageLists } from './use-refresh-image-lists'
import { JobStage } from './waiting/job-stage'

const loadEditor = () => import('./result/result-step')
const ResultStep = lazy(async () => ({ default: (await withDeadline(loadEditor())).ResultStep }))

interface MemeRequest extends JobRequest {
  meme: MemeInput
  /** What it is a remix of. */
  source?: RemixSource | undefined
}

/** The page /ai: form, then editor, then publishing. A reload and another tab resume the last request. */
export function MemeMaker() {
  const { request, setRequest, storeJobId, markPublished } = useJobRequest<MemeRequest>('studio', 1, () => ({
    meme: randomMeme(),
  }))
  const { meme, source } = request
  const refreshLists = useRefreshImageLists()
  const job = useJob(artworkJob, request.jobId, storeJobId)
  const { result: artwork, error, isPending, start, reset } = job
  const begin = (next: MemeRequest) => {
    abandonJob(request.jobId)
    reset()
    setRequest(next)
  }
  const startBlank = () => begin({ meme: randomMeme() })
  const remix = useRemix(source, begin, startBlank)
  const startFresh = () => {
    remix.setAddress()
    startBlank()
    document.querySelector('h1')?.focus() // the pressed button leaves
  }
  const heading = useStepHeading(artwork?.id ?? (isPending ? 'waiting' : 'form'))
  // The editor is loaded while the artwork is drawn; a failure is shown when it is rendered.
  useEffect(() => {
    if (isPending) loadEditor().catch(() => undefined)
  }, [isPending])
  const waiting = (
    <JobStage
      generating={isPending || (Boolean(artwork) && !remix.isNew)}
      messages={texts.waitingMessages}
      job={job.job}
      isSolving={job.isSolving}
      onCancel={job.cancel}
    />
  )
  if (artwork && !remix.isNew)
    return (
      <Suspense fallback={<div className="studio">{waiting}</div>}>
        <ResultStep
          key={artwork.id}
          heading={heading}
          artwork={artwork}
          meme={meme}
          source={source}
          onPublished={() => {
            markPublished(request.jobId)
            refreshLists()
          }}
          onAgain={() => {
            setRequest({ meme, source }) // a refusal or a reload does not lead back to the artwork that is published
            start({ meme })
          }}
          onBack={reset}
        />
      </Suspense>
    )
  return (
    <OpenPicture
      isDisabled={isPending}
      onOpen={(opened) => {
        remix.setAddress(opened.source.id)
        begin(opened)
      }}
    >
      {(openButton) => (
        <div className="studio">
          {waiting}
          <MemeForm
            heading={heading}
            remix={<RemixLine {...remix} source={source} onFresh={isPending ? undefined : startFresh} />}
            meme={meme}
            onChange={(meme) => {
              job.prepare()
              setRequest({ meme, source })
            }}
            onSubmit={() => {
              if (remix.isNew) remix.setAddress() // it failed, and the visitor goes on without it
              start({ meme })
            }}
            generating={isPending}
            isLoading={remix.isLoading}
            failure={error ? describeFailure(error, texts) : undefined}
            openButton={isPending ? undefined : openButton}
          />
        </div>
      )}
    </OpenPicture>
  )
}

function randomMeme(): MemeInput {
  return { action: pickOther(actions, ''), scene: pickOther(scenes, ''), style: pickOther(styles, '') }
}
