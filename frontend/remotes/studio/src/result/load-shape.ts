import { layOutText } from '@mcwick/api-calls'
import { userAction } from '@mcwick/api-client'
import { loadOnce } from './load-once'
import type { Layer } from './overlay'
import type { Shape } from './shape'

/** Loads what is needed to draw a text exactly. `mediaBase` is the URL prefix of the emoji images. */
export async function loadShape(layer: Layer, mediaBase: string, signal?: AbortSignal): Promise<Shape> {
  const { content, fontFamily, fontSize } = layer
  const layout = await userAction('lay out a text', (span) =>
    layOutText({ content, fontFamily, fontSize }, { span, signal }),
  )
  const names = new Set(layout.lines.flatMap(({ emoji }) => emoji.map(({ objectName }) => objectName)))
  const pictures = await Promise.all(
    [...names].map(async (name) => [name, await loadBitmap(mediaBase + name)] as const),
  )
  return { layout, pictures: new Map(pictures) }
}

/** Loads an image as a bitmap: browsers scale an img element with lower quality. */
function loadBitmap(url: string): Promise<ImageBitmap> {
  return loadOnce(url, async () => {
    const response = await fetch(url)
    if (!response.ok) throw new Error(`${url} answered ${response.status}`)
    return createImageBitmap(await response.blob())
  })
}
