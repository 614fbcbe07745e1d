import { getRenderPreviewUrl, type Overlay, type RenderPreviewBody } from '@mcwick/api-calls'
import { apiFetchBlob, userAction } from '@mcwick/api-client'

/** Renders the image as the server would publish it, as a PNG. The server does not store it. */
export function previewMeme(artworkId: string, overlays: Overlay[]): Promise<Blob> {
  const body: RenderPreviewBody = { overlays }
  return userAction('preview a meme', (span) =>
    apiFetchBlob(getRenderPreviewUrl(artworkId), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      span,
    }),
  )
}
