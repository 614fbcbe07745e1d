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

/** Hands a file to the browser's downloads. */
export function save(file: Blob, name: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000) // some browsers read it only after they asked the visitor
}

/** Whether the clipboard takes a PNG here; on plain HTTP there is none. */
export function canCopy(): boolean {
  if (typeof ClipboardItem === 'undefined' || !navigator.clipboard?.write) return false
  return ClipboardItem.supports?.(type) ?? true
}

/** Copies the canvas. The clipboard gets a promise: asked for after a wait, some browsers refuse it. */
export async function copyPicture(canvas: HTMLCanvasElement | null, finish: () => Promise<void>): Promise<void> {
  const picture = takePicture(canvas, finish)
  await Promise.all([picture, navigator.clipboard.write([new ClipboardItem({ [type]: picture })])])
}
