import type { JobArtwork } from '@mcwick/api-calls'
import { useStepHeading, withDeadline } from '@mcwick/forms'
import { describeFailure, type JobRequest, useJob, useJobRequest } from '@mcwick/jobs'
import { lazy, Suspense, useEffect } from 'react'
import { artworkJob } from '../api/artwork-job'
import { useRefreshImageLists } from '../use-refresh-image-lists'
import { PfpFailed } from './pfp-failed'
import { PfpWaiting } from './pfp-waiting'
import { texts } from './texts'
import { TraitPicker } from './trait-picker'
import { newSeed, type Traits, toPfpInput } from './traits'

const loadResult = () => import('./pfp-result')
const PfpResult = lazy(async () => ({ default: (await withDeadline(loadResult())).PfpResult }))

interface PfpRequest extends JobRequest {
  traits: Traits
  /** The random seed; a retry sends the same, so that it is the same request to the server. */
  seed?: number | undefined
  /** The previous artwork, when another one was requested. */
  former?: JobArtwork | undefined
}

/** The page /pfp: traits, then the artwork, then publishing. A reload and another tab resume the last request. */
export function PfpMaker() {
  const { request, setRequest, storeJobId, markPublished } = useJobRequest<PfpRequest>('pfp', 1, () => ({ traits: {} }))
  const { traits, former, jobId } = request
  const job = useJob(artworkJob, jobId, storeJobId)
  const { result: artwork, error } = job
  const refreshLists = useRefreshImageLists()
  const generate = (former?: JobArtwork) => {
    const seed = artwork ? newSeed() : (request.seed ?? newSeed())
    setRequest({ traits, seed, former })
    job.start({ pfp: toPfpInput(traits, seed) })
  }
  const restart = () => {
    job.reset()
    setRequest({ traits: {} })
  }
  const failure = error ? describeFailure(error, texts) : undefined
  const shown = artwork ?? former // after canceling a second artwork the first is shown
  const heading = useStepHeading(job.isPending ? 'waiting' : (shown?.id ?? (failure ? 'failed' : 'traits')))
  // The result's code is loaded while the artwork is drawn; a failure is shown when it is rendered.
  useEffect(() => {
    if (job.isPending) loadResult().catch(() => undefined)
  }, [job.isPending])
  const waitingProps = { traits, job: job.job, isSolving: job.isSolving, onCancel: job.cancel }
  if (job.isPending) return <PfpWaiting heading={heading} {...waitingProps} />
  if (shown)
    return (
      <Suspense fallback={<PfpWaiting {...waitingProps} />}>
        <PfpResult
          key={shown.id}
          heading={heading}
          artwork={shown}
          former={artwork && former}
          traits={traits}
          failure={failure}
          onBack={restart}
          onRegenerate={() => generate(shown)}
          onPublished={() => {
            markPublished(jobId)
            refreshLists()
          }}
        />
      </Suspense>
    )
  if (failure)
    return <PfpFailed heading={heading} traits={traits} failure={failure} onBack={restart} onRetry={() => generate()} />
  return (
    <TraitPicker
      heading={heading}
      traits={traits}
      onChange={(traits) => {
        job.prepare()
        setRequest({ traits })
      }}
      onSubmit={() => generate()}
    />
  )
}
