import { describe, expect, it } from 'vitest'
import {
  canResize,
  move,
  newLayer,
  resize,
  rotate,
  toOverlay,
  withContent,
  withFontSize,
  withPosition,
  withRotation,
} from './overlay'

const layer = newLayer('WICK')

function repeat<T>(times: number, start: T, step: (value: T) => T): T {
  return Array.from({ length: times }).reduce<T>(step, start)
}

describe('a text layer', () => {
  // Verifies TEXT-4.
  it('starts in the center, white, in Impact at 48', () => {
    expect(layer).toEqual({
      id: layer.id,
      content: 'WICK',
      fontSize: 48,
      fontFamily: 'Impact',
      color: '#ffffff',
      rotation: 0,
      x: 512,
      y: 512,
    })
  })

  // Verifies TEXT-3.
  it('has an id of 21 random characters', () => {
    expect(layer.id).toMatch(/^[\w-]{21}$/)
    expect(newLayer('WICK').id).not.toBe(layer.id)
    expect(toOverlay(layer)).not.toHaveProperty('id')
  })

  // Verifies TEXT-7.
  it('resizes in steps of 4 between 32 and 200', () => {
    expect(resize(layer, 1).fontSize).toBe(52)
    const largest = repeat(99, layer, (value) => resize(value, 1))
    const smallest = repeat(99, layer, (value) => resize(value, -1))
    expect([smallest.fontSize, largest.fontSize]).toEqual([32, 200])
    expect([canResize(largest, 1), canResize(smallest, -1), canResize(layer, 1)]).toEqual([false, false, true])
  })

  // Verifies TEXT-8.
  it('moves in steps of 10 within the canvas', () => {
    expect(move(layer, 1, -1)).toMatchObject({ x: 522, y: 502 })
    expect(repeat(99, layer, (value) => move(value, -1, 1))).toMatchObject({ x: 0, y: 1024 })
    expect(withPosition(layer, -5, 99.6)).toMatchObject({ x: 0, y: 100 })
  })

  // Verifies TEXT-9.
  it('rotates in steps of 15 degrees, modulo 360', () => {
    expect(rotate(layer, -1).rotation).toBe(345)
    expect(rotate(rotate(layer, -1), 1).rotation).toBe(0)
    expect(repeat(24, layer, (value) => rotate(value, 1)).rotation).toBe(0)
  })

  it('rounds size and rotation to the nearest step', () => {
    expect([61, 5, 999].map((size) => withFontSize(layer, size).fontSize)).toEqual([60, 32, 200])
    expect([8, -8, 352, 353, -722].map((degrees) => withRotation(layer, degrees).rotation)).toEqual([
      15, 345, 345, 0, 0,
    ])
  })

  it('holds at most 8 lines', () => {
    expect(withContent(layer, 'a\n'.repeat(20)).content.split('\n')).toHaveLength(8)
  })
})
