import { withDeadline } from '@mcwick/forms'
import { requestLayout } from '../api/lay-out-text'
import type { Layer } from './overlay'
import type { Shape } from './shape'

/** Loads what is needed to draw a text exactly. `mediaBase` is the URL prefix of the emoji images. */
export async function loadShape(layer: Layer, mediaBase: string, signal?: AbortSignal): Promise<Shape> {
  const { content, fontFamily, fontSize } = layer
  const layout = await requestLayout({ content, fontFamily, fontSize }, signal)
  const names = new Set(layout.lines.flatMap(({ emoji }) => emoji.map(({ objectName }) => objectName)))
  const pictures = await Promise.all(
    [...names].map(async (name) => [name, await loadBitmapOnce(mediaBase + name)] as const),
  )
  return { layout, pictures: new Map(pictures) }
}

const loading = new Map<string, Promise<ImageBitmap>>()

/** Loads an image once, as a bitmap: browsers scale an img element with lower quality. */
function loadBitmapOnce(url: string): Promise<ImageBitmap> {
  const known = loading.get(url)
  if (known) return known
  const loaded = withDeadline(loadBitmap(url))
  loaded.catch(() => loading.delete(url))
  loading.set(url, loaded)
  return loaded
}

async function loadBitmap(url: string): Promise<ImageBitmap> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  return createImageBitmap(await response.blob())
}
