import { useShell } from '@mcwick/shell-contract'
import { GalleryPage } from './gallery-page'
import { ImagePage } from './image-page'
import { imageIdFromPath } from './paths'

/** /gallery is the list, /gallery/{id} one image. */
export function Gallery() {
  const { path } = useShell().location
  const id = imageIdFromPath(path)
  return id ? <ImagePage key={id} id={id} /> : <GalleryPage />
}
