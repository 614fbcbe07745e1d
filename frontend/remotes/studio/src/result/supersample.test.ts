import { afterEach, describe, expect, it, vi } from 'vitest'
import { drawSupersampled } from './supersample'

/** A fake canvas that records its calls. */
function sheet() {
  const context = { scale: vi.fn(), translate: vi.fn() }
  return { context, width: 0, height: 0, getContext: () => context }
}

function drawIn(left: number, top: number, right: number, bottom: number) {
  const fine = sheet()
  vi.spyOn(document, 'createElement').mockReturnValue(fine as never)
  const drawImage = vi.fn()
  const draw = vi.fn()
  drawSupersampled({ drawImage } as never, { left, top, right, bottom }, draw)
  return { fine, drawImage, draw }
}

describe('drawSupersampled', () => {
  afterEach(() => vi.restoreAllMocks())

  it('draws at twice the resolution, aligned to whole pixels', () => {
    const { fine, drawImage, draw } = drawIn(100.5, 200, 299.5, 250.1)
    expect([fine.width, fine.height]).toEqual([400, 102])
    expect(fine.context.scale).toHaveBeenCalledWith(2, 2)
    expect(fine.context.translate).toHaveBeenCalledWith(-100, -200)
    expect(draw).toHaveBeenCalledWith(fine.context)
    expect(drawImage).toHaveBeenCalledWith(fine, 100, 200, 200, 51)
  })

  it('clips the buffer to the canvas', () => {
    const { fine, drawImage } = drawIn(-500, 1000, 5000, 2000)
    expect([fine.width, fine.height]).toEqual([2048, 48])
    expect(drawImage).toHaveBeenCalledWith(fine, 0, 1000, 1024, 24)
  })

  it('draws nothing outside the canvas', () => {
    expect(drawIn(-500, 0, -10, 100).draw).not.toHaveBeenCalled()
  })
})
