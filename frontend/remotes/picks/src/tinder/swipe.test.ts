import { describe, expect, it } from 'vitest'
import { type PointerSample, voteFromSwipe } from './swipe'

const width = 320

/** Samples of an even movement from 0 to x. */
function drag(x: number, ms: number): PointerSample[] {
  return Array.from({ length: 11 }, (_, step) => ({ x: (x * step) / 10, at: (ms * step) / 10 }))
}

describe('voteFromSwipe', () => {
  it.each([
    ['far to the right', drag(100, 2000), 'green'],
    ['far to the left', drag(-100, 2000), 'red'],
    ['not far enough', drag(90, 2000), undefined],
    ['short and fast to the right', drag(40, 60), 'green'],
    ['short and fast to the left', drag(-40, 60), 'red'],
    ['less than the minimum flick distance', drag(20, 10), undefined],
    ['a tap', [{ x: 5, at: 0 }], undefined],
    ['no samples', [], undefined],
    ['far, and flicked back', [...drag(200, 1000), { x: 120, at: 1040 }], undefined],
    ['fast at first, then held and released', [...drag(60, 40), { x: 60, at: 900 }], undefined],
  ])('%s', (_, steps, vote) => {
    expect(voteFromSwipe(steps, width)).toBe(vote)
  })
})
