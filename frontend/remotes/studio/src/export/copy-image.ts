const type = 'image/png'

/** Whether the clipboard accepts a PNG; on plain HTTP there is no clipboard. */
export function canCopyImage(): boolean {
  if (typeof ClipboardItem === 'undefined' || !navigator.clipboard?.write) return false
  return ClipboardItem.supports?.(type) ?? true
}

/** Copies a PNG. The clipboard gets a promise, because some browsers refuse to write after an await. */
export async function copyImage(picture: Promise<Blob>): Promise<void> {
  await Promise.all([picture, navigator.clipboard.write([new ClipboardItem({ [type]: picture })])])
}
