import { useShell } from '@mcwick/shell-contract'
import { useLiveGallery } from './api/live'
import { GalleryPage } from './gallery-page'
import { handleFromPath, imageIdFromPath } from './paths'
import { ImagePage } from './picture/image-page'
import { ProfilePage } from './profile/profile-page'

/** /gallery is the list, /gallery/{id} one image, /@handle a profile. */
export function Gallery() {
  useLiveGallery()
  const { path } = useShell().location
  const handle = handleFromPath(path)
  if (handle) return <ProfilePage key={handle} handle={handle} />
  const id = imageIdFromPath(path)
  return id ? <ImagePage key={id} id={id} /> : <GalleryPage />
}
