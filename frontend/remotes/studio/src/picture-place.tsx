import { ErrorPanel, Spinner } from '@mcwick/ui'
import type { ReactNode } from 'react'
import { texts } from './texts'
import type { usePicture } from './use-picture'

type PicturePlaceProps = ReturnType<typeof usePicture> & { children: (picture: HTMLImageElement) => ReactNode }

/** Where a picture goes: it, or that it comes, or that it did not. */
export function PicturePlace({ picture, retry, children }: PicturePlaceProps) {
  if (picture) return children(picture)
  if (picture === undefined) return <Spinner label={texts.waiting.bar} />
  return <ErrorPanel onRetry={retry}>{texts.pictureFailed}</ErrorPanel>
}
