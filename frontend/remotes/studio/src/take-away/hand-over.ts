const type = 'image/png'

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

/** Copies a PNG. The clipboard gets a promise: asked for after a wait, some browsers refuse it. */
export async function copy(picture: Promise<Blob>): Promise<void> {
  await Promise.all([picture, navigator.clipboard.write([new ClipboardItem({ [type]: picture })])])
}
