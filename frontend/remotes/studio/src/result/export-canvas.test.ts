import { describe, expect, it, vi } from 'vitest'
import { exportCanvas } from './export-canvas'

const png = new Blob(['PNG'], { type: 'image/png' })

function canvas({ context = {}, blob = png }: { context?: object | null; blob?: Blob | null } = {}) {
  return {
    getContext: () => context,
    toBlob: (done: BlobCallback) => done(blob),
  } as unknown as HTMLCanvasElement
}

/** A fake canvas whose drawing is finished. */
const done = async () => undefined

describe('exportCanvas', () => {
  // Verifies TEXT-14.
  it('returns the canvas as a PNG', async () => {
    expect(await exportCanvas(canvas(), done)).toBe(png)
  })

  it('waits until the canvas is finished', async () => {
    let finish = () => undefined as undefined
    const exported = vi.fn()
    const finished = new Promise<void>((resolve) => {
      finish = () => resolve() as undefined
    })
    const taking = exportCanvas(
      { ...canvas(), toBlob: (give: BlobCallback) => give(png) } as never,
      () => finished,
    ).then(exported)
    await Promise.resolve()
    expect(exported).not.toHaveBeenCalled()
    finish()
    await taking
    expect(exported).toHaveBeenCalledWith(png)
  })

  // Verifies TEXT-15.
  it.each([
    ['Canvas not found', null],
    ['Could not get canvas context', canvas({ context: null })],
    ['Failed to create blob', canvas({ blob: null })],
  ])('fails with %j', async (sentence, from) => {
    await expect(exportCanvas(from, done)).rejects.toThrow(sentence)
  })
})
