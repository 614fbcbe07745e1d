import { layOut } from '../api/lay-out-text'
import type { Layer } from './overlay'
import type { Shape } from './shape'

/** Fetches all that is needed to draw a text exactly. `mediaBase` goes before the names of its emoji. */
export async function loadShape(layer: Layer, mediaBase: string, signal?: AbortSignal): Promise<Shape> {
  const { content, fontFamily, fontSize } = layer
  const layout = await layOut({ content, fontFamily, fontSize }, signal)
  const names = new Set(layout.lines.flatMap(({ emoji }) => emoji.map(({ objectName }) => objectName)))
  const pictures = await Promise.all([...names].map(async (name) => [name, await picture(mediaBase + name)] as const))
  return { layout, pictures: new Map(pictures) }
}

const loading = new Map<string, Promise<ImageBitmap>>()

/** A picture that is ready to be drawn, and smoothly: browsers sample an element more roughly. It is loaded once. */
function picture(url: string): Promise<ImageBitmap> {
  const known = loading.get(url)
  if (known) return known
  const loaded = load(url)
  loaded.catch(() => loading.delete(url))
  loading.set(url, loaded)
  return loaded
}

async function load(url: string): Promise<ImageBitmap> {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`)
  return createImageBitmap(await answer.blob())
}
