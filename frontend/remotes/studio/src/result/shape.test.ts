import type { TextLayout } from '@mcwick/api-calls'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { newLayer, withFontSize, withPosition, withRotation } from './overlay'
import { drawShape, sizeOf } from './shape'

const layout: TextLayout = {
  baseline: 424,
  lines: [
    {
      width: 2000,
      outline: 'M0 0l10 0l0 10Z',
      emoji: [{ objectName: 'emoji/a.png', x: 1000, y: -900, width: 1200, height: 1100 }],
    },
    { width: 500, outline: '', emoji: [] },
  ],
  minFontSize: 32,
  maxFontSize: 200,
  missingLetters: [],
}
const picture = {} as CanvasImageSource
const shape = { layout, pictures: new Map([['emoji/a.png', picture]]) }

/** A fake context that records its calls. */
function notebook() {
  const notes: unknown[][] = []
  const note =
    (name: string) =>
    (...values: unknown[]) =>
      void notes.push([name, ...values])
  const context = Object.fromEntries(
    ['save', 'restore', 'translate', 'rotate', 'stroke', 'fill', 'drawImage'].map((name) => [name, note(name)]),
  ) as unknown as CanvasRenderingContext2D
  return { context, notes, names: () => notes.map(([name]) => name) }
}

describe('drawShape', () => {
  const added: unknown[][] = []
  beforeEach(() => {
    added.length = 0
    vi.stubGlobal(
      'Path2D',
      class {
        constructor(readonly data = '') {}
        addPath({ data }: { data: string }, matrix: unknown) {
          added.push([data, matrix])
        }
      },
    )
  })

  it('draws outlines below letters below emoji', () => {
    const { context, names } = notebook()
    drawShape(context, newLayer('WICK'), shape)
    expect(names().filter((name) => /stroke|fill|drawImage/.test(String(name)))).toEqual([
      'stroke',
      'fill',
      'drawImage',
    ])
    expect(context).toMatchObject({
      lineJoin: 'round',
      lineWidth: expect.closeTo(4.8),
      strokeStyle: '#000000',
      fillStyle: '#ffffff',
    })
  })

  it('centers each line and aligns unrotated ones to whole pixels', () => {
    const { context, notes } = notebook()
    drawShape(context, withPosition(withFontSize(newLayer('WICK'), 100), 300, 400), shape)
    // 42.4 below the middles, which lie 60 above and below the center
    expect(added.map(([, matrix]) => matrix)).toEqual([
      { a: 0.1, d: 0.1, e: -100, f: -18 },
      { a: 0.1, d: 0.1, e: -25, f: 102 },
    ])
    expect(notes.find(([name]) => name === 'drawImage')).toEqual(['drawImage', picture, 0, -108, 120, 110])
  })

  it('does not align rotated lines', () => {
    drawShape(notebook().context, withRotation(withFontSize(newLayer('WICK'), 100), 15), shape)
    expect(added.map(([, matrix]) => (matrix as { f: number }).f)).toEqual([
      expect.closeTo(-17.6),
      expect.closeTo(102.4),
    ])
  })

  it('parses the path data of a line once', () => {
    drawShape(notebook().context, newLayer('WICK'), shape)
    const reading = vi.fn()
    vi.stubGlobal(
      'Path2D',
      class {
        constructor(data = '') {
          if (data) reading(data)
        }
        addPath() {}
      },
    )
    drawShape(notebook().context, newLayer('WICK'), shape)
    expect(reading).not.toHaveBeenCalled()
  })
})

describe('sizeOf', () => {
  it('is the widest line at the font size', () => {
    expect(sizeOf(withFontSize(newLayer('WICK'), 100), shape)).toEqual({ width: 200, lines: 2 })
  })
})
