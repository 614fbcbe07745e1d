// Runs in a page of the site: draws texts with the editor's own code and compares them with the server's picture.
import type { JobArtwork } from '@mcwick/api-calls'
import { submitJob } from '../../packages/jobs/src/job-definition'
import { artworkJob } from '../../remotes/studio/src/api/artwork-job'
import { previewMeme } from '../../remotes/studio/src/api/preview-meme'
import { loadShape } from '../../remotes/studio/src/result/load-shape'
import { canvasSize, type Layer, overlayOf } from '../../remotes/studio/src/result/overlay'
import { drawShape } from '../../remotes/studio/src/result/shape'
import { type Likeness, likeness } from './alike'
import { randomLayers, seeded } from './random-layers'

/** What is done to a text before the page draws it, to see that the comparison notices. */
export type Spoil = 'shift' | 'tint' | 'grow'

export interface Compared extends Likeness {
  seed: number
  layers: Layer[]
}

/** A picture of this visitor to draw on. */
export function background(): Promise<JobArtwork> {
  const meme = { action: 'waiting', scene: 'in a quiet harbour', style: 'Digital Art' }
  return submitJob(artworkJob, { meme }, { signal: new AbortController().signal, onChange: () => undefined })
}

/** Compares the pictures of these seeds, a few at a time. */
export async function compareAll(artwork: JobArtwork, seeds: number[], spoil?: Spoil): Promise<Compared[]> {
  const picture = await createImageBitmap(await (await fetch(`/media/${artwork.objectName}`)).blob())
  const waiting = [...seeds]
  const results: Compared[] = []
  const work = async () => {
    for (let seed = waiting.shift(); seed !== undefined; seed = waiting.shift()) {
      results.push(await compare(artwork, picture, seed, spoil))
    }
  }
  await Promise.all([work(), work(), work()])
  return results
}

async function compare(artwork: JobArtwork, picture: ImageBitmap, seed: number, spoil?: Spoil): Promise<Compared> {
  const layers = randomLayers(seeded(seed))
  const [painted, ...shapes] = await Promise.all([
    previewMeme(artwork.id, layers.map(overlayOf)).then(createImageBitmap),
    ...layers.map((layer) => loadShape(layer, '/media/')),
  ])
  const want = pixelsOf((context) => context.drawImage(painted, 0, 0))
  const bare = pixelsOf((context) => context.drawImage(picture, 0, 0))
  const got = pixelsOf((context) => {
    context.drawImage(picture, 0, 0)
    for (const [index, shape] of shapes.entries()) drawShape(context, spoiled(layers[index] as Layer, spoil), shape)
  })
  return { seed, layers, ...likeness(want, got, bare) }
}

function spoiled(layer: Layer, spoil?: Spoil): Layer {
  if (spoil === 'shift') return { ...layer, x: layer.x + 0.5 }
  if (spoil === 'grow') return { ...layer, fontSize: layer.fontSize * 1.01 }
  if (spoil === 'tint')
    return { ...layer, color: `#${layer.color.slice(1).replace(/./g, (digit) => (digit < '8' ? 'f' : '0'))}` }
  return layer
}

function pixelsOf(draw: (context: CanvasRenderingContext2D) => void): ImageData {
  const canvas = document.createElement('canvas')
  canvas.width = canvasSize
  canvas.height = canvasSize
  const context = canvas.getContext('2d') as CanvasRenderingContext2D
  draw(context)
  return context.getImageData(0, 0, canvasSize, canvasSize)
}
