import { ErrorPanel, Spinner } from '@mcwick/ui'
import type { ReactNode } from 'react'
import { texts } from './texts'
import type { ArtworkImage } from './use-artwork-image'

type LoadedImageProps = ArtworkImage & { children: (picture: HTMLImageElement) => ReactNode }

/** Renders a loaded image, a spinner while it loads, or an error with a retry button. */
export function LoadedImage({ picture, retry, children }: LoadedImageProps) {
  if (picture) return children(picture)
  if (picture === undefined) return <Spinner label={texts.waiting.bar} />
  return <ErrorPanel onRetry={retry}>{texts.pictureFailed}</ErrorPanel>
}
