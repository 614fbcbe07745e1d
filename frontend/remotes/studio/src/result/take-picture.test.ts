import { onDevice } from '@mcwick/ui/testing'
import { describe, expect, it, vi } from 'vitest'
import { canCopy, copyPicture, takePicture } from './take-picture'

const png = new Blob(['PNG'], { type: 'image/png' })

function canvas({ context = {}, blob = png }: { context?: object | null; blob?: Blob | null } = {}) {
  return {
    getContext: () => context,
    toBlob: (done: BlobCallback) => done(blob),
  } as unknown as HTMLCanvasElement
}

/** A canvas that is finished. */
const done = async () => undefined

/** A clipboard that takes what these types name. */
function clipboardFor(types: string[]) {
  const write = vi.fn(async (_: unknown[]) => undefined)
  onDevice({ clipboard: { write } })
  class Item {
    static supports = (type: string) => types.includes(type)
    constructor(readonly items: Record<string, Promise<Blob>>) {}
  }
  vi.stubGlobal('ClipboardItem', Item)
  return write
}

describe('takePicture', () => {
  it('gives the canvas as a PNG', async () => {
    expect(await takePicture(canvas(), done)).toBe(png)
  })

  it('waits until the canvas is finished', async () => {
    let finish = () => undefined as undefined
    const taken = vi.fn()
    const finished = new Promise<void>((resolve) => {
      finish = () => resolve() as undefined
    })
    const taking = takePicture(
      { ...canvas(), toBlob: (give: BlobCallback) => give(png) } as never,
      () => finished,
    ).then(taken)
    await Promise.resolve()
    expect(taken).not.toHaveBeenCalled()
    finish()
    await taking
    expect(taken).toHaveBeenCalledWith(png)
  })

  it.each([
    ['Canvas not found', null],
    ['Could not get canvas context', canvas({ context: null })],
    ['Failed to create blob', canvas({ blob: null })],
  ])('fails with %j', async (sentence, from) => {
    await expect(takePicture(from, done)).rejects.toThrow(sentence)
  })
})

describe('the clipboard', () => {
  it('is offered only where it takes a PNG', () => {
    onDevice({}) // as on plain HTTP
    expect(canCopy()).toBe(false)
    clipboardFor(['text/plain'])
    expect(canCopy()).toBe(false)
    clipboardFor(['image/png'])
    expect(canCopy()).toBe(true)
  })

  it('gets the picture', async () => {
    const write = clipboardFor(['image/png'])
    await copyPicture(canvas(), done)
    const items = write.mock.calls[0]?.[0] as { items: Record<string, Promise<Blob>> }[]
    expect(await items[0]?.items['image/png']).toBe(png)
  })

  it('gets nothing of a canvas that cannot be read', async () => {
    clipboardFor(['image/png'])
    await expect(copyPicture(canvas({ blob: null }), done)).rejects.toThrow('Failed to create blob')
  })
})
