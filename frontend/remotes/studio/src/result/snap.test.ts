import { describe, expect, it } from 'vitest'
import { newLayer, withPosition } from './overlay'
import { snap } from './snap'

const layer = newLayer('A')
const snapAt = (x: number, y: number, reach = { x: 100, y: 50 }) => snap(withPosition(layer, x, y), reach, 12)

describe('snap', () => {
  it('does not move a text that is near no guide', () => {
    expect(snapAt(300, 300)).toEqual({ layer: withPosition(layer, 300, 300), guides: {} })
  })

  it('snaps to the center, separately on each axis', () => {
    expect(snapAt(503, 300)).toMatchObject({ layer: { x: 512, y: 300 }, guides: { x: 512, y: undefined } })
    expect(snapAt(524, 500)).toMatchObject({ layer: { x: 512, y: 512 }, guides: { x: 512, y: 512 } })
  })

  it('snaps to the same margin on all sides', () => {
    expect(snapAt(140, 100)).toMatchObject({ layer: { x: 148, y: 98 }, guides: { x: 48, y: 48 } })
    expect(snapAt(880, 930)).toMatchObject({ layer: { x: 876, y: 926 }, guides: { x: 976, y: 976 } })
  })

  it('does not snap a text to a margin that it is too wide for', () => {
    expect(snapAt(560, 300, { x: 480, y: 50 }).layer.x).toBe(560)
  })
})
