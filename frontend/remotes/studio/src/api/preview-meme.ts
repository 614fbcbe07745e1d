import { getRenderPreviewUrl, type Overlay, type RenderPreviewBody } from '@mcwick/api-calls'
import { apiFetchBlob, userAction } from '@mcwick/api-client'

/** Renders the image as the server would publish it, as a PNG. The server does not store it. */
export function previewMeme(artworkId: string, overlays: Overlay[]): Promise<Blob> {
  return userAction('preview a meme', (span) =>
    apiFetchBlob(getRenderPreviewUrl(artworkId), {
      method: 'POST',
      body: JSON.stringify({ overlays } satisfies RenderPreviewBody),
      span,
    }),
  )
}
