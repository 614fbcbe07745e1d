import { describe, expect, it } from 'vitest'
import { newLayer, withFontSize, withPosition } from './overlay'
import { fitLayer, isOutside, layerAt, measureLayer } from './text-box'
import { rotatedReach } from './text-geometry'

const layer = newLayer('TEN LETTER')
const box = { width: 200, height: 40 }

describe('measureLayer', () => {
  // Verifies TEXT-12.
  it('has the height of all lines and the width of the widest', () => {
    const [one, two] = [measureLayer(layer), measureLayer(newLayer('TEN LETTER\nA'))]
    expect(two).toEqual({ width: one.width, height: 2 * one.height })
    expect(one.height).toBeCloseTo(57.6)
    expect(one.width).toBeGreaterThan(48)
  })

  it('rotates with the text', () => {
    expect(rotatedReach(0, 200, 40)).toEqual({ x: 100, y: 20 })
    const upright = rotatedReach(90, 200, 40)
    expect([upright.x, upright.y].map(Math.round)).toEqual([20, 100])
  })
})

describe('isOutside', () => {
  it('is about letters, not the space around lines', () => {
    expect(isOutside(layer)).toBe(false)
    expect(isOutside(withPosition(layer, 512, 1000))).toBe(false)
    expect(isOutside(withPosition(layer, 512, 1001))).toBe(true)
    expect(isOutside(withPosition(layer, 30, 512))).toBe(true)
    expect(isOutside({ ...withPosition(layer, 30, 512), rotation: 90 })).toBe(false)
  })
})

describe('fitLayer', () => {
  it('moves a text that has room', () => {
    const fitted = fitLayer(withPosition(layer, 0, 1024))
    expect(isOutside(fitted)).toBe(false)
    expect(fitted.fontSize).toBe(layer.fontSize)
  })

  it.each([0, 30, 90, 345])('makes a text smaller that has no room, turned %i degrees', (rotation) => {
    const large = { ...withFontSize(newLayer('A-WORD-AS-WIDE-AS-A-CHURCH\nAMEN'), 200), rotation }
    const fitted = fitLayer(large)
    expect(isOutside(fitted)).toBe(false)
    expect(isOutside(withFontSize({ ...fitted, x: 512, y: 512 }, fitted.fontSize + 8))).toBe(true)
  })

  it('centers the smallest text where even that has no room', () => {
    expect(fitLayer(withPosition(newLayer('W'.repeat(200)), 0, 500))).toMatchObject({ fontSize: 32, x: 512, y: 500 })
  })
})

describe('layerAt', () => {
  const turned = { ...withPosition(layer, 512, 300), rotation: 90 }
  const layers = [layer, turned]
  const at = (x: number, y: number, minSize = 0) => layerAt(layers, [box, box], { x, y }, minSize)

  it('finds the text at a point, rotated or not', () => {
    expect(at(600, 525)).toBe(0)
    expect(at(600, 540)).toBeUndefined()
    expect(at(525, 390)).toBe(1)
    expect(at(540, 300)).toBeUndefined()
  })

  it('enlarges small texts to the minimum target size', () => {
    expect(at(512, 540, 60)).toBe(0)
  })

  it('prefers the topmost text', () => {
    expect(layerAt([layer, layer], [box, box], layer, 0)).toBe(1)
  })

  // Verifies TEXT-6.
  it('prefers the selected text at the point', () => {
    expect(layerAt([layer, layer], [box, box], layer, 0, 0)).toBe(0)
    expect(layerAt(layers, [box, box], { x: 525, y: 390 }, 0, 0)).toBe(1)
  })
})
