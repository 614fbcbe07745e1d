import type { JobArtwork } from '@mcwick/api-calls'
import { useShell } from '@mcwick/shell-contract'
import { Badge, MadeBy, makerOf } from '@mcwick/ui'
import { texts } from './texts'

/** Who made a picture, below it. */
export function Made({ artwork }: { artwork: JobArtwork }) {
  const { demoPictures } = useShell().config.flags
  return (
    <p className="studio-made">
      {demoPictures && makerOf(artwork.source) === 'ai' && <Badge>{texts.demo}</Badge>}
      <MadeBy source={artwork.source} words={texts.madeBy} />
    </p>
  )
}

/** Why it was not AI; nothing when it was. */
export function Composed({ artwork }: { artwork: JobArtwork }) {
  if (makerOf(artwork.source) === 'ai') return null
  return <p className="studio-composed">{texts.composed}</p>
}
