import { describe, expect, it } from 'vitest'
import { newLayer, placeAt } from './overlay'
import { snap } from './snap'

const layer = newLayer('A')
const snapAt = (x: number, y: number, reach = { x: 100, y: 50 }) => snap(placeAt(layer, x, y), reach, 12)

describe('snap', () => {
  it('leaves a text alone that is near nothing', () => {
    expect(snapAt(300, 300)).toEqual({ layer: placeAt(layer, 300, 300), guides: {} })
  })

  it('takes the middle, on each axis alone', () => {
    expect(snapAt(503, 300)).toMatchObject({ layer: { x: 512, y: 300 }, guides: { x: 512, y: undefined } })
    expect(snapAt(524, 500)).toMatchObject({ layer: { x: 512, y: 512 }, guides: { x: 512, y: 512 } })
  })

  it('keeps the same margin on all sides', () => {
    expect(snapAt(140, 100)).toMatchObject({ layer: { x: 148, y: 98 }, guides: { x: 48, y: 48 } })
    expect(snapAt(880, 930)).toMatchObject({ layer: { x: 876, y: 926 }, guides: { x: 976, y: 976 } })
  })

  it('knows no margin for a text that is too wide for it', () => {
    expect(snapAt(560, 300, { x: 480, y: 50 }).layer.x).toBe(560)
  })
})
