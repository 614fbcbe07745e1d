import type { JobArtwork } from '@mcwick/api-calls'
import { LoadedImage } from '../loaded-image'
import { useArtworkImage } from '../use-artwork-image'

/** An artwork, with a spinner while it loads. */
export function ArtworkImage({ artwork, alt }: { artwork: JobArtwork; alt: string }) {
  const loading = useArtworkImage(artwork)
  return (
    <LoadedImage {...loading}>
      {(picture) => <img className="pfp-picture" src={picture.src} alt={alt} width={1024} height={1024} />}
    </LoadedImage>
  )
}
