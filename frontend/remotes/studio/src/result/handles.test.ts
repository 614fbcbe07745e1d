import { describe, expect, it } from 'vitest'
import { cornerOf, dragHandle } from './handles'
import { newLayer, withRotation } from './overlay'

const layer = newLayer('GM')
const at = (x: number, y: number) => ({ x: layer.x + x, y: layer.y + y })

describe('dragHandle', () => {
  // Verifies AFTER-10.
  it.each([
    ['twice as far', at(200, 0), 96],
    ['a little farther', at(103, 0), 48],
    ['to the next step', at(105, 0), 52],
    ['into the middle', at(0, 0), 32],
    ['far away', at(5000, 0), 200],
    ['around, as far as before', at(0, 100), 48],
  ])('sizes in steps of 4 within the limits: %s', (_, to, fontSize) => {
    expect(dragHandle(layer, 'size', at(100, 0), to)).toEqual({ ...layer, fontSize })
  })

  // Verifies AFTER-10.
  it.each([
    [0, at(0, 100), 90],
    [0, at(-100, 0), 180],
    [0, at(0, -100), 270],
    [0, at(100, 10), 0],
    [0, at(100, 14), 15],
    [345, at(100, 100), 30],
    [0, at(100, -14), 345],
  ])('turns in steps of 15, modulo 360: from %i', (rotation, to, expected) => {
    expect(dragHandle({ ...layer, rotation }, 'turn', at(100, 0), to).rotation).toBe(expected)
  })

  it('keeps the size when the drag begins in the middle', () => {
    expect(dragHandle(layer, 'size', at(0, 0), at(100, 0))).toBe(layer)
  })
})

// Verifies AFTER-10.
it('puts the handles at two corners of the frame, turned with it', () => {
  const box = { width: 200, height: 100 }
  expect(cornerOf(layer, box, 'size').corner).toEqual({ x: 622, y: 572 })
  expect(cornerOf(layer, box, 'turn').corner).toEqual({ x: 622, y: 452 })
  const { corner, away } = cornerOf(withRotation(layer, 90), box, 'size')
  expect([corner.x, corner.y].map(Math.round)).toEqual([452, 622])
  expect([away.x, away.y].map((value) => Math.round(value * 10))).toEqual([-7, 7])
})
