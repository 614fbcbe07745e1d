import type { JobArtwork } from '@mcwick/api-calls'
import { useShell } from '@mcwick/shell-contract'
import { PicturePlace } from '../picture-place'
import { usePicture } from '../use-picture'

/** A picture that was drawn; until it is there, its place. */
export function ArtworkView({ artwork, alt }: { artwork: JobArtwork; alt: string }) {
  const loading = usePicture(useShell().config.mediaBase + artwork.objectName)
  return (
    <PicturePlace {...loading}>
      {(picture) => <img className="pfp-picture" src={picture.src} alt={alt} width={1024} height={1024} />}
    </PicturePlace>
  )
}
