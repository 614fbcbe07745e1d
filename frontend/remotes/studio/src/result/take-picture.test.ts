import { describe, expect, it, vi } from 'vitest'
import { takePicture } from './take-picture'

const png = new Blob(['PNG'], { type: 'image/png' })

function canvas({ context = {}, blob = png }: { context?: object | null; blob?: Blob | null } = {}) {
  return {
    getContext: () => context,
    toBlob: (done: BlobCallback) => done(blob),
  } as unknown as HTMLCanvasElement
}

/** A canvas that is finished. */
const done = async () => undefined

describe('takePicture', () => {
  // Verifies TEXT-14.
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

  // Verifies TEXT-15.
  it.each([
    ['Canvas not found', null],
    ['Could not get canvas context', canvas({ context: null })],
    ['Failed to create blob', canvas({ blob: null })],
  ])('fails with %j', async (sentence, from) => {
    await expect(takePicture(from, done)).rejects.toThrow(sentence)
  })
})
