// Runs in a page of the site: draws texts with the editor's own code and compares them with the server's picture.
import type { JobArtwork } from '@mcwick/api-calls'
import { submitJob } from '../../packages/jobs/src/job-definition'
import { artworkJob } from '../../remotes/studio/src/api/artwork-job'
import { previewMeme } from '../../remotes/studio/src/api/preview-meme'
import { loadShape } from '../../remotes/studio/src/result/load-shape'
import { canvasSize, type Layer, toOverlay } from '../../remotes/studio/src/result/overlay'
import { drawShape } from '../../remotes/studio/src/result/shape'
import { measureSimilarity, type Similarity } from './image-similarity'
import { randomLayers, seeded } from './random-layers'

/** A distortion of a text, to check that the comparison detects it. */
export type Distortion = 'shift' | 'tint' | 'grow'

export interface Comparison extends Similarity {
  seed: number
  layers: Layer[]
}

/** Creates an artwork of this visitor to draw on. */
export function createBackground(): Promise<JobArtwork> {
  const meme = { action: 'waiting', scene: 'in a quiet harbour', style: 'Digital Art' }
  return submitJob(artworkJob, { meme }, { signal: new AbortController().signal, onChange: () => undefined })
}

/** Compares the images of these seeds, three at a time. */
export async function compareAll(artwork: JobArtwork, seeds: number[], distortion?: Distortion): Promise<Comparison[]> {
  const picture = await createImageBitmap(await (await fetch(artwork.address)).blob())
  const remaining = [...seeds]
  const results: Comparison[] = []
  const work = async () => {
    for (let seed = remaining.shift(); seed !== undefined; seed = remaining.shift()) {
      results.push(await compare(artwork, picture, seed, distortion))
    }
  }
  await Promise.all([work(), work(), work()])
  return results
}

async function compare(
  artwork: JobArtwork,
  picture: ImageBitmap,
  seed: number,
  distortion?: Distortion,
): Promise<Comparison> {
  const layers = randomLayers(seeded(seed))
  const [rendered, ...shapes] = await Promise.all([
    previewMeme(artwork.id, layers.map(toOverlay)).then(createImageBitmap),
    ...layers.map((layer) => loadShape(layer, '/media/')),
  ])
  const want = pixelsOf((context) => context.drawImage(rendered, 0, 0))
  const bare = pixelsOf((context) => context.drawImage(picture, 0, 0))
  const got = pixelsOf((context) => {
    context.drawImage(picture, 0, 0)
    for (const [index, shape] of shapes.entries())
      drawShape(context, distort(layers[index] as Layer, distortion), shape)
  })
  return { seed, layers, ...measureSimilarity(want, got, bare) }
}

function distort(layer: Layer, distortion?: Distortion): Layer {
  if (distortion === 'shift') return { ...layer, x: layer.x + 0.5 }
  if (distortion === 'grow') return { ...layer, fontSize: layer.fontSize * 1.01 }
  if (distortion === 'tint')
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
