import type { JobArtwork } from '@mcwick/api-calls'
import { useShell } from '@mcwick/shell-contract'
import { Badge, MadeBy, makerOf } from '@mcwick/ui'
import { texts } from './texts'

/** The source label below an artwork. */
export function ArtworkSource({ artwork }: { artwork: JobArtwork }) {
  const { demoPictures } = useShell().config.flags
  return (
    <p className="studio-source">
      {demoPictures && makerOf(artwork.source) === 'ai' && <Badge>{texts.demo}</Badge>}
      <MadeBy source={artwork.source} words={texts.madeBy} />
    </p>
  )
}

/** Explains why the composer drew an artwork; renders nothing for one by AI. */
export function ComposerNotice({ artwork }: { artwork: JobArtwork }) {
  if (makerOf(artwork.source) === 'ai') return null
  return <p className="studio-composed">{texts.composed}</p>
}
