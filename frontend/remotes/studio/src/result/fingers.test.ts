import { describe, expect, it } from 'vitest'
import { follow } from './fingers'
import { newLayer } from './overlay'

const layer = newLayer('A')
const at = (x: number, y: number) => ({ x, y })

describe('follow', () => {
  it('moves with one finger', () => {
    expect(follow(layer, [at(10, 10)], [at(30, 5)])).toEqual({ ...layer, x: 532, y: 507 })
  })

  it('moves with the middle of two', () => {
    const moved = follow(layer, [at(0, 0), at(100, 0)], [at(20, 10), at(120, 10)])
    expect(moved).toEqual({ ...layer, x: 532, y: 522 })
  })

  it('sizes in steps of 4, within the limits', () => {
    const pinch = (width: number) => follow(layer, [at(0, 0), at(100, 0)], [at(0, 0), at(width, 0)]).fontSize
    expect([pinch(150), pinch(103), pinch(104.5), pinch(1000), pinch(10)]).toEqual([72, 48, 52, 200, 32])
  })

  it('turns in steps of 15 degrees', () => {
    const turned = (degrees: number) => {
      const angle = (degrees * Math.PI) / 180
      const to = at(100 * Math.cos(angle), 100 * Math.sin(angle))
      return follow(layer, [at(0, 0), at(100, 0)], [at(0, 0), to]).rotation
    }
    expect([turned(7), turned(8), turned(-20), turned(170)]).toEqual([0, 15, 345, 165])
  })

  it('takes two fingers on one spot for one', () => {
    expect(follow(layer, [at(0, 0), at(0, 0)], [at(0, 0), at(100, 0)]).fontSize).toBe(48)
  })
})
