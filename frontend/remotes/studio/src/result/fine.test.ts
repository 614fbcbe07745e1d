import { afterEach, describe, expect, it, vi } from 'vitest'
import { drawFinely } from './fine'

/** A canvas of which can be asked what was done with it. */
function sheet() {
  const context = { scale: vi.fn(), translate: vi.fn() }
  return { context, width: 0, height: 0, getContext: () => context }
}

function drawIn(left: number, top: number, right: number, bottom: number) {
  const fine = sheet()
  vi.spyOn(document, 'createElement').mockReturnValue(fine as never)
  const drawImage = vi.fn()
  const draw = vi.fn()
  drawFinely({ drawImage } as never, { left, top, right, bottom }, draw)
  return { fine, drawImage, draw }
}

describe('drawFinely', () => {
  afterEach(() => vi.restoreAllMocks())

  it('draws twice as finely on whole pixels and puts it where it belongs', () => {
    const { fine, drawImage, draw } = drawIn(100.5, 200, 299.5, 250.1)
    expect([fine.width, fine.height]).toEqual([400, 102])
    expect(fine.context.scale).toHaveBeenCalledWith(2, 2)
    expect(fine.context.translate).toHaveBeenCalledWith(-100, -200)
    expect(draw).toHaveBeenCalledWith(fine.context)
    expect(drawImage).toHaveBeenCalledWith(fine, 100, 200, 200, 51)
  })

  it('takes no more room than the picture has', () => {
    const { fine, drawImage } = drawIn(-500, 1000, 5000, 2000)
    expect([fine.width, fine.height]).toEqual([2048, 48])
    expect(drawImage).toHaveBeenCalledWith(fine, 0, 1000, 1024, 24)
  })

  it('draws nothing beside the picture', () => {
    expect(drawIn(-500, 0, -10, 100).draw).not.toHaveBeenCalled()
  })
})
