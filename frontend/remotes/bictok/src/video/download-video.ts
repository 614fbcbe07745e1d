import { apiFetchBlob } from '@mcwick/api-client'
import { downloadFile } from '@mcwick/forms'
import { texts } from '../texts'

/** Downloads a video. One of another origin is fetched before, because browsers would open it in place of the page. */
export async function downloadVideo(url: string) {
  const isSameOrigin = new URL(url, location.href).origin === location.origin
  const file = isSameOrigin ? undefined : await apiFetchBlob(url).catch(() => undefined)
  if (file) return downloadFile(file, texts.video.file)
  const link = document.createElement('a')
  link.href = url
  link.download = texts.video.file
  if (!isSameOrigin) link.target = '_blank' // the page stays
  link.click() // the browser says when it fails
}
