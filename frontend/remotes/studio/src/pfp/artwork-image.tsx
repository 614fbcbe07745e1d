import type { JobArtwork } from '@mcwick/api-calls'
import { LoadedImage } from '../loaded-image'
import { type ArtworkImage as Loading, useArtworkImage } from '../use-artwork-image'

/** An artwork, with a spinner while it loads. */
export function ArtworkImage({ artwork, alt }: { artwork: JobArtwork; alt: string }) {
  return <LoadedArtwork {...useArtworkImage(artwork)} alt={alt} />
}

/** An artwork that is loaded elsewhere. */
export function LoadedArtwork({ alt, ...loading }: Loading & { alt: string }) {
  return (
    <LoadedImage {...loading}>
      {(picture) => <img className="pfp-picture" src={picture.src} alt={alt} width={1024} height={1024} />}
    </LoadedImage>
  )
}
