import type { JobArtwork } from '@mcwick/api-client'
import { useState } from 'react'
import { failureOf } from '../failure'
import { useGeneration } from '../use-generation'
import { useRefreshedLists } from '../use-refreshed-lists'
import { useWish, type Wish } from '../use-wish'
import { Failed } from './failed'
import { PfpResult } from './pfp-result'
import { texts } from './texts'
import { TraitPicker } from './trait-picker'
import { newSeed, pfpOf, type Traits } from './traits'
import { Waiting } from './waiting'

interface PfpWish extends Wish {
  traits: Traits
  /** What the picture was drawn from beside the traits; the same while it is asked for again, so that it is one wish. */
  seed?: number | undefined
  /** The picture that another was asked for beside. */
  former?: JobArtwork | undefined
}

/** The page /pfp: traits, then the picture, then the wall. A reload and another tab go on where it was. */
export function PfpMaker() {
  const [wish, setWish] = useWish<PfpWish>('pfp', () => ({ traits: {} }))
  const { traits, former, jobId } = wish
  const generation = useGeneration(jobId, (jobId) => setWish({ ...wish, jobId }))
  const { artwork, error } = generation
  const [published, setPublished] = useState<JobArtwork>() // stays on the page, and is not kept beyond it
  const refreshLists = useRefreshedLists()
  const generate = (former?: JobArtwork) => {
    const seed = artwork ? newSeed() : (wish.seed ?? newSeed())
    setWish({ traits, seed, former })
    generation.generate({ pfp: pfpOf(traits, seed) })
  }
  const restart = () => {
    generation.reset()
    setPublished(undefined)
    setWish({ traits: {} })
  }
  if (generation.isPending) return <Waiting traits={traits} job={generation.job} onCancel={generation.cancel} />
  const failure = error ? failureOf(error, texts) : undefined
  const shown = artwork ?? former ?? published // whoever cancels another picture still has the first
  if (shown)
    return (
      <PfpResult
        key={shown.id}
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
    )
  if (failure) return <Failed traits={traits} failure={failure} onBack={restart} onAgain={() => generate()} />
  return <TraitPicker traits={traits} onChange={(traits) => setWish({ traits })} onSubmit={() => generate()} />
}
