import { stubNavigator } from '@mcwick/testing'
import { expect, it, vi } from 'vitest'
import { canCopyImage, copyImage } from './copy-image'

const png = new Blob(['PNG'], { type: 'image/png' })

/** Stubs a clipboard that supports these types. */
function clipboardFor(types: string[]) {
  const write = vi.fn(async (_: unknown[]) => undefined)
  stubNavigator({ clipboard: { write } })
  class Item {
    static supports = (type: string) => types.includes(type)
    constructor(readonly items: Record<string, Promise<Blob>>) {}
  }
  vi.stubGlobal('ClipboardItem', Item)
  return write
}

it('reports copying as supported only where the clipboard accepts PNG', () => {
  stubNavigator({}) // as on plain HTTP
  expect(canCopyImage()).toBe(false)
  clipboardFor(['text/plain'])
  expect(canCopyImage()).toBe(false)
  clipboardFor(['image/png'])
  expect(canCopyImage()).toBe(true)
})

// Verifies PFP-9.
it('copies the image', async () => {
  const write = clipboardFor(['image/png'])
  await copyImage(Promise.resolve(png))
  const items = write.mock.calls[0]?.[0] as { items: Record<string, Promise<Blob>> }[]
  expect(await items[0]?.items['image/png']).toBe(png)
})

it('rejects when the image cannot be created', async () => {
  clipboardFor(['image/png'])
  await expect(copyImage(Promise.reject(new Error('Failed to create blob')))).rejects.toThrow('Failed to create blob')
})
