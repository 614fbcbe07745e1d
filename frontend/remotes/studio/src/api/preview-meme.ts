import { getRenderPreviewUrl, type Overlay, type RenderPreviewBody } from '@mcwick/api-calls'
import { apiFetchBlob, userAction } from '@mcwick/api-client'

/** The picture as the server would publish it, a PNG. Nothing is kept of it. */
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
