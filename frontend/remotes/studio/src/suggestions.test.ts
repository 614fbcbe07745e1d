import { describe, expect, it } from 'vitest'
import { actions, captions, pickOther, scenes, secondCaptions, styles } from './suggestions'

describe('suggestions', () => {
  // Verifies MEME-3.
  it('are unique, within the limits, and as many as specified', () => {
    for (const [list, count, longest] of [
      [actions, 20, 200],
      [scenes, 20, 200],
      [captions, 12, 200],
      [secondCaptions, 12, 200],
      [[...captions, ...secondCaptions], 24, 200],
      [styles, 10, 50],
    ] as const) {
      expect(new Set(list).size).toBe(count)
      expect(Math.max(...list.map((text) => text.length))).toBeLessThanOrEqual(longest)
    }
  })

  it('never repeat the current value', () => {
    for (const dice of [0, 0.5, 0.999]) expect(pickOther(actions, actions[0], () => dice)).not.toBe(actions[0])
  })
})
