import { describe, expect, it } from 'vitest'
import { newLayer, withFontSize } from './overlay'
import type { Shape } from './shape'
import { ShapeCache } from './shape-cache'

function shape(minFontSize: number, maxFontSize: number): Shape {
  return { layout: { baseline: 424, lines: [], minFontSize, maxFontSize, missingLetters: [] }, pictures: new Map() }
}

describe('ShapeCache', () => {
  const layer = newLayer('WICK')

  it('finds a shape for every font size with the same line breaks', () => {
    const book = new ShapeCache()
    const [small, large] = [shape(32, 80), shape(84, 200)]
    book.add(layer, small)
    book.add(withFontSize(layer, 100), large)
    expect([32, 80, 84, 200].map((size) => book.find(withFontSize(layer, size)))).toEqual([small, small, large, large])
  })

  it('separates texts and font families', () => {
    const book = new ShapeCache()
    book.add(layer, shape(32, 200))
    expect(book.find({ ...layer, content: 'WICKS' })).toBeUndefined()
    expect(book.find({ ...layer, fontFamily: 'VT323' })).toBeUndefined()
    expect(book.find({ ...layer, x: 1, y: 2, rotation: 15, color: '#000000', id: 'another' })).toBeDefined()
  })

  it('evicts the least recently used entry', () => {
    const book = new ShapeCache()
    const text = (n: number) => ({ ...layer, content: `text ${n}` })
    for (let n = 0; n < 64; n++) book.add(text(n), shape(32, 200))
    book.find(text(0))
    book.add(text(64), shape(32, 200))
    expect([0, 1, 2, 64].map((n) => book.find(text(n)) !== undefined)).toEqual([true, false, true, true])
  })
})
