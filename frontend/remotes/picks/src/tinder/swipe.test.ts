import { describe, expect, it } from 'vitest'
import { type Step, voteOf } from './swipe'

const width = 320

/** A finger that goes evenly from 0 to x. */
function drag(x: number, ms: number): Step[] {
  return Array.from({ length: 11 }, (_, step) => ({ x: (x * step) / 10, at: (ms * step) / 10 }))
}

describe('voteOf', () => {
  it.each([
    ['far to the right', drag(100, 2000), 'green'],
    ['far to the left', drag(-100, 2000), 'red'],
    ['not far enough', drag(90, 2000), undefined],
    ['short and fast to the right', drag(40, 60), 'green'],
    ['short and fast to the left', drag(-40, 60), 'red'],
    ['a tremble', drag(20, 10), undefined],
    ['a tap', [{ x: 5, at: 0 }], undefined],
    ['nothing', [], undefined],
    ['far, and thrown back', [...drag(200, 1000), { x: 120, at: 1040 }], undefined],
    ['fast at first, then held and let go', [...drag(60, 40), { x: 60, at: 900 }], undefined],
  ])('%s', (_, steps, vote) => {
    expect(voteOf(steps, width)).toBe(vote)
  })
})
