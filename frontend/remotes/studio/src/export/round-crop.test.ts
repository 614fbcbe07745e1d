import { expect, it, vi } from 'vitest'
import { drawRound, roundSize, toPng } from './round-crop'

// Verifies AFTER-5.
it('draws the whole picture into a circle on a transparent canvas', () => {
  const canvas = document.createElement('canvas')
  const picture = document.createElement('img')
  const calls: unknown[][] = []
  const context = new Proxy({} as Record<string, unknown>, {
    get:
      (_, name) =>
      (...args: unknown[]) =>
        calls.push([name, ...args]),
    set: () => true,
  })
  vi.spyOn(canvas, 'getContext').mockReturnValue(context as never)
  drawRound(canvas, picture)
  expect(calls).toEqual([
    ['clearRect', 0, 0, 400, 400],
    ['save'],
    ['beginPath'],
    ['arc', 200, 200, 200, 0, 2 * Math.PI],
    ['clip'],
    ['drawImage', picture, 0, 0, roundSize, roundSize],
    ['restore'],
  ])
})

it('is null without a canvas', async () => {
  expect(await toPng(null)).toBeNull()
})
