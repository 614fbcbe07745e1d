import type { JobArtwork } from '@mcwick/api-calls'
import { useStepHeading, withDeadline } from '@mcwick/forms'
import { describeFailure, type JobRequest, useJob, useJobRequest } from '@mcwick/jobs'
import { lazy, Suspense, useEffect, useState } from 'react'
import { picture } from '../api/picture'
import { useRefreshedLists } from '../use-refreshed-lists'
import { Failed } from './failed'
import { texts } from './texts'
import { TraitPicker } from './trait-picker'
import { newSeed, pfpOf, type Traits } from './traits'
import { Waiting } from './waiting'

const loadResult = () => import('./pfp-result')
const PfpResult = lazy(async () => ({ default: (await withDeadline(loadResult())).PfpResult }))

interface PfpWish extends JobRequest {
  traits: Traits
  /** What the picture was drawn from beside the traits; the same while it is asked for again, so that it is one wish. */
  seed?: number | undefined
  /** The picture that another was asked for beside. */
  former?: JobArtwork | undefined
}

/** The page /pfp: traits, then the picture, then the wall. A reload and another tab go on where it was. */
export function PfpMaker() {
  const [wish, setWish] = useJobRequest<PfpWish>('pfp', 1, () => ({ traits: {} }))
  const { traits, former, jobId } = wish
  const making = useJob(picture, jobId, (jobId) => setWish({ ...wish, jobId }))
  const { result: artwork, error } = making
  const [published, setPublished] = useState<JobArtwork>() // stays on the page, and is not kept beyond it
  const refreshLists = useRefreshedLists()
  const generate = (former?: JobArtwork) => {
    const seed = artwork ? newSeed() : (wish.seed ?? newSeed())
    setWish({ traits, seed, former })
    making.start({ pfp: pfpOf(traits, seed) })
  }
  const restart = () => {
    making.reset()
    setPublished(undefined)
    setWish({ traits: {} })
  }
  const failure = error ? describeFailure(error, texts) : undefined
  const shown = artwork ?? former ?? published // whoever cancels another picture still has the first
  const heading = useStepHeading(making.isPending ? 'waiting' : (shown?.id ?? (failure ? 'failed' : 'traits')))
  // The result's code comes while the picture is drawn; a failure is told where it is needed.
  useEffect(() => {
    if (making.isPending) loadResult().catch(() => undefined)
  }, [making.isPending])
  const waiting = { traits, job: making.job, onCancel: making.cancel }
  if (making.isPending) return <Waiting heading={heading} {...waiting} />
  if (shown)
    return (
      <Suspense fallback={<Waiting {...waiting} />}>
        <PfpResult
          key={shown.id}
          heading={heading}
          artwork={shown}
          former={artwork && former}
          traits={traits}
          failure={failure}
          onBack={restart}
          onAgain={() => generate(shown)}
          onPublished={() => {
            setPublished(shown)
            setWish({ traits })
            refreshLists()
          }}
        />
      </Suspense>
    )
  if (failure)
    return <Failed heading={heading} traits={traits} failure={failure} onBack={restart} onAgain={() => generate()} />
  return (
    <TraitPicker
      heading={heading}
      traits={traits}
      onChange={(traits) => setWish({ traits })}
      onSubmit={() => generate()}
    />
  )
}
