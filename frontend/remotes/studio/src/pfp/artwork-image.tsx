import type { JobArtwork } from '@mcwick/api-calls'
import { useShell } from '@mcwick/shell-contract'
import { LoadedImage } from '../loaded-image'
import { useImage } from '../use-image'

/** An artwork, with a spinner while it loads. */
export function ArtworkImage({ artwork, alt }: { artwork: JobArtwork; alt: string }) {
  const loading = useImage(useShell().config.mediaBase + artwork.objectName)
  return (
    <LoadedImage {...loading}>
      {(picture) => <img className="pfp-picture" src={picture.src} alt={alt} width={1024} height={1024} />}
    </LoadedImage>
  )
}
