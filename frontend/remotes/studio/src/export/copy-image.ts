const type = 'image/png'

/** Downloads a file. */
export function downloadFile(file: Blob, name: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000) // some browsers read it only after asking the visitor
}

/** Whether the clipboard accepts a PNG; on plain HTTP there is no clipboard. */
export function canCopyImage(): boolean {
  if (typeof ClipboardItem === 'undefined' || !navigator.clipboard?.write) return false
  return ClipboardItem.supports?.(type) ?? true
}

/** Copies a PNG. The clipboard gets a promise, because some browsers refuse to write after an await. */
export async function copyImage(picture: Promise<Blob>): Promise<void> {
  await Promise.all([picture, navigator.clipboard.write([new ClipboardItem({ [type]: picture })])])
}
