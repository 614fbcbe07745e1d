import { describe, expect, it } from 'vitest'
import { newLayer } from './overlay'
import { applyPointers } from './pointers'

const layer = newLayer('A')
const at = (x: number, y: number) => ({ x, y })

describe('applyPointers', () => {
  it('moves with one pointer', () => {
    expect(applyPointers(layer, [at(10, 10)], [at(30, 5)])).toEqual({ ...layer, x: 532, y: 507 })
  })

  it('moves with the center of two pointers', () => {
    const moved = applyPointers(layer, [at(0, 0), at(100, 0)], [at(20, 10), at(120, 10)])
    expect(moved).toEqual({ ...layer, x: 532, y: 522 })
  })

  it('scales in steps of 4, within the limits', () => {
    const pinch = (width: number) => applyPointers(layer, [at(0, 0), at(100, 0)], [at(0, 0), at(width, 0)]).fontSize
    expect([pinch(150), pinch(103), pinch(104.5), pinch(1000), pinch(10)]).toEqual([72, 48, 52, 200, 32])
  })

  it('rotates in steps of 15 degrees', () => {
    const turned = (degrees: number) => {
      const angle = (degrees * Math.PI) / 180
      const to = at(100 * Math.cos(angle), 100 * Math.sin(angle))
      return applyPointers(layer, [at(0, 0), at(100, 0)], [at(0, 0), to]).rotation
    }
    expect([turned(7), turned(8), turned(-20), turned(170)]).toEqual([0, 15, 345, 165])
  })

  it('only moves for two pointers at one point', () => {
    expect(applyPointers(layer, [at(0, 0), at(0, 0)], [at(0, 0), at(100, 0)]).fontSize).toBe(48)
  })
})
