import type { JobArtwork } from '@mcwick/api-calls'
import type { Failure } from '@mcwick/jobs'
import { useShell } from '@mcwick/shell-contract'
import { Button, ErrorPanel, MadeBy } from '@mcwick/ui'
import type { Ref } from 'react'
import { Composed, Made } from '../made'
import { TakeAway } from '../take-away/take-away'
import { texts as shared } from '../texts'
import { ArtworkView } from './artwork-view'
import { fetchPicture } from './fetch-picture'
import { PfpPublish } from './pfp-publish'
import { texts } from './texts'
import { TraitList } from './trait-list'
import { labelsOf, type Traits } from './traits'

interface PfpResultProps {
  heading: Ref<HTMLHeadingElement>
  artwork: JobArtwork
  /** The picture that this one was asked for beside. */
  former: JobArtwork | undefined
  traits: Traits
  /** Another picture was asked for and did not come. */
  failure: Failure | undefined
  onBack: () => void
  onAgain: () => void
  onPublished: () => void
}

const { result } = texts

/** Step 2, with the picture, and the way to the wall. */
export function PfpResult({ heading, artwork, former, traits, failure, onBack, onAgain, onPublished }: PfpResultProps) {
  const { config } = useShell()
  return (
    <div className="studio">
      <div className="studio-stage">
        <div className="studio-frame">
          <ArtworkView artwork={artwork} alt={result.alt(labelsOf(traits).join(', '))} />
        </div>
        <Made artwork={artwork} />
      </div>
      <div className="studio-panel">
        <h1 ref={heading} tabIndex={-1}>
          {texts.title}
        </h1>
        {failure && (
          <ErrorPanel error={failure.error} reason={failure.reason}>
            {failure.message}
          </ErrorPanel>
        )}
        <Composed artwork={artwork} />
        <TraitList traits={traits} />
        {former && (
          <figure className="pfp-former">
            <div className="studio-frame">
              <ArtworkView artwork={former} alt={result.formerAlt} />
            </div>
            <figcaption>
              {result.former} <MadeBy source={former.source} words={shared.madeBy} />
            </figcaption>
          </figure>
        )}
        <TakeAway kind="pfp" take={() => fetchPicture(config.mediaBase + artwork.objectName)} />
        <div className="studio-ways pfp-ways">
          <Button onClick={onBack}>{result.back}</Button>
          <Button onClick={onAgain}>{failure ? texts.tryAgain : result.again}</Button>
          <PfpPublish artwork={artwork} onPublished={onPublished} />
        </div>
      </div>
    </div>
  )
}
