import type { JobArtwork, Publication } from '@mcwick/api-calls'
import { useSessionStorage } from '@mcwick/forms'
import { type Failure, FailurePanel } from '@mcwick/jobs'
import { Button, MadeBy } from '@mcwick/ui'
import { type Ref, useState } from 'react'
import { ArtworkSource, ComposerNotice } from '../artwork-source'
import { ExportButtons } from '../export/export-buttons'
import { fetchArtwork } from '../fetch-artwork'
import { useCurrentPublication } from '../publish/use-current-publication'
import { texts as shared } from '../texts'
import { useArtworkImage } from '../use-artwork-image'
import { ArtworkImage, LoadedArtwork } from './artwork-image'
import { PfpPublish } from './pfp-publish'
import { PfpPublished } from './pfp-published'
import { RoundCrop } from './round-crop'
import { texts } from './texts'
import { TraitList } from './trait-list'
import { type Traits, traitLabels } from './traits'

interface PfpResultProps {
  heading: Ref<HTMLHeadingElement>
  artwork: JobArtwork
  /** The previous artwork. */
  former: JobArtwork | undefined
  traits: Traits
  /** Why requesting another artwork failed. */
  failure: Failure | undefined
  onBack: () => void
  onRegenerate: () => void
  onPublished: () => void
}

const { result } = texts

/** Step 2, with the artwork, export and publishing. */
export function PfpResult({
  heading,
  artwork,
  former,
  traits,
  failure,
  onBack,
  onRegenerate,
  onPublished,
}: PfpResultProps) {
  const [isNew, setIsNew] = useState(false)
  const [stored, storePublished] = useSessionStorage<{ publication: Publication; caption: string } | undefined>(
    `mcwick.pfp.published.${artwork.id}`,
    1,
    () => undefined,
  )
  const publication = useCurrentPublication(stored?.publication)
  const loading = useArtworkImage(artwork)
  const exporting = { kind: 'pfp', exportImage: async () => loading.file ?? fetchArtwork(artwork) } as const
  return (
    <div className="studio">
      <div className="studio-stage">
        <div className="studio-frame">
          <LoadedArtwork {...loading} alt={result.alt(traitLabels(traits).join(', '))} />
        </div>
        <ArtworkSource artwork={artwork} />
      </div>
      <div className="studio-panel">
        <h1 ref={heading} tabIndex={-1}>
          {texts.title}
        </h1>
        {failure && <FailurePanel failure={failure} />}
        <ComposerNotice artwork={artwork} />
        <TraitList traits={traits} />
        {former && (
          <figure className="pfp-former">
            <div className="studio-frame">
              <ArtworkImage artwork={former} alt={result.formerAlt} />
            </div>
            <figcaption>
              {result.former} <MadeBy source={former.source} words={shared.madeBy} />
            </figcaption>
          </figure>
        )}
        {(!publication || publication.awaitsCheck) && <ExportButtons {...exporting} />}
        {loading.picture && <RoundCrop artwork={artwork} picture={loading.picture} />}
        <div className="studio-actions pfp-actions">
          <Button onClick={onBack}>{result.back}</Button>
          <Button onClick={onRegenerate}>{failure ? texts.tryAgain : result.again}</Button>
          {!publication && (
            <PfpPublish
              artwork={artwork}
              preview={<LoadedArtwork {...loading} alt={texts.publish.preview} />}
              onPublished={(publication, { caption }) => {
                setIsNew(true)
                storePublished({ publication, caption })
                onPublished()
              }}
            />
          )}
        </div>
        {stored && publication && (
          <PfpPublished {...stored} {...exporting} publication={publication} isNew={isNew} onAgain={onRegenerate} />
        )}
      </div>
    </div>
  )
}
