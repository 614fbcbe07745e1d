import { useShell } from '@mcwick/shell-contract'
import { GalleryPage } from './gallery-page'
import { idOf } from './paths'
import { PicturePage } from './picture-page'

/** /gallery is the wall, /gallery/{id} one picture of it. */
export function Gallery() {
  const { path } = useShell().location
  const id = idOf(path)
  return id ? <PicturePage key={id} id={id} /> : <GalleryPage />
}
