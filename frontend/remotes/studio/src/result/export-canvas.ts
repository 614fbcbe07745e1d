import { toPng } from '../export/round-crop'
import { texts } from './texts'

/** Returns the canvas as a PNG after `drawExact`. Rejects with a message that may be shown. */
export async function exportCanvas(canvas: HTMLCanvasElement | null, drawExact: () => Promise<void>): Promise<Blob> {
  if (!canvas) throw new Error(texts.publish.noCanvas)
  if (!canvas.getContext('2d')) throw new Error(texts.publish.noContext)
  await drawExact()
  const blob = await toPng(canvas)
  if (!blob) throw new Error(texts.publish.noBlob)
  return blob
}
