import type { JobArtwork } from '@mcwick/api-client'
import { Button, ErrorPanel, Spinner, useShell } from '@mcwick/ui'
import { texts as shared } from '../texts'
import { usePicture } from '../use-picture'
import { texts } from './texts'

/** A picture that was drawn; until it is there, its place. */
export function ArtworkView({ artwork, alt }: { artwork: JobArtwork; alt: string }) {
  const { picture, retry } = usePicture(useShell().config.mediaBase + artwork.objectName)
  if (picture === undefined) return <Spinner label={shared.waiting.bar} />
  if (picture) return <img className="pfp-picture" src={picture.src} alt={alt} width={1024} height={1024} />
  return (
    <ErrorPanel
      action={
        <Button size="small" onClick={retry}>
          {texts.result.retry}
        </Button>
      }
    >
      {texts.result.imageFailed}
    </ErrorPanel>
  )
}
