import { afterEach, describe, expect, it, vi } from 'vitest'
import { drawSupersampled } from './supersample'

/** A fake canvas that records its calls. */
function sheet() {
  const context = { scale: vi.fn(), translate: vi.fn() }
  return { context, width: 0, height: 0, getContext: () => context }
}

function drawIn(left: number, top: number, right: number, bottom: number) {
  const scaled = sheet()
  vi.spyOn(document, 'createElement').mockReturnValue(scaled as never)
  const drawImage = vi.fn()
  const draw = vi.fn()
  drawSupersampled({ drawImage } as never, { left, top, right, bottom }, draw)
  return { fine: scaled, drawImage, draw }
}

describe('drawSupersampled', () => {
  afterEach(() => vi.restoreAllMocks())

  it('draws at twice the resolution, aligned to whole pixels', () => {
    const { fine: scaled, drawImage, draw } = drawIn(100.5, 200, 299.5, 250.1)
    expect([scaled.width, scaled.height]).toEqual([400, 102])
    expect(scaled.context.scale).toHaveBeenCalledWith(2, 2)
    expect(scaled.context.translate).toHaveBeenCalledWith(-100, -200)
    expect(draw).toHaveBeenCalledWith(scaled.context)
    expect(drawImage).toHaveBeenCalledWith(scaled, 100, 200, 200, 51)
  })

  it('clips the buffer to the canvas', () => {
    const { fine: scaled, drawImage } = drawIn(-500, 1000, 5000, 2000)
    expect([scaled.width, scaled.height]).toEqual([2048, 48])
    expect(drawImage).toHaveBeenCalledWith(scaled, 0, 1000, 1024, 24)
  })

  it('draws nothing outside the canvas', () => {
    expect(drawIn(-500, 0, -10, 100).draw).not.toHaveBeenCalled()
  })
})
