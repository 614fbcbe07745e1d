import { texts } from './texts'

const type = 'image/png'

/** The canvas, once `finish` is through with it, as a PNG file. Fails with a sentence that may be shown. */
export async function takePicture(canvas: HTMLCanvasElement | null, finish: () => Promise<void>): Promise<Blob> {
  if (!canvas) throw new Error(texts.publish.noCanvas)
  if (!canvas.getContext('2d')) throw new Error(texts.publish.noContext)
  await finish()
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type))
  if (!blob) throw new Error(texts.publish.noBlob)
  return blob
}
