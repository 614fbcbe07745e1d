import { stubNavigator } from '@mcwick/testing'
import { expect, it, vi } from 'vitest'
import { canCopy, copy } from './hand-over'

const png = new Blob(['PNG'], { type: 'image/png' })

/** A clipboard that takes what these types name. */
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

it('offers the clipboard only where it takes a PNG', () => {
  stubNavigator({}) // as on plain HTTP
  expect(canCopy()).toBe(false)
  clipboardFor(['text/plain'])
  expect(canCopy()).toBe(false)
  clipboardFor(['image/png'])
  expect(canCopy()).toBe(true)
})

// Verifies PFP-9.
it('gives it the picture', async () => {
  const write = clipboardFor(['image/png'])
  await copy(Promise.resolve(png))
  const items = write.mock.calls[0]?.[0] as { items: Record<string, Promise<Blob>> }[]
  expect(await items[0]?.items['image/png']).toBe(png)
})

it('gives it nothing of a picture that cannot be had', async () => {
  clipboardFor(['image/png'])
  await expect(copy(Promise.reject(new Error('Failed to create blob')))).rejects.toThrow('Failed to create blob')
})
