import { describe, expect, it } from 'vitest'
import samples from '../tokens/samples.json'
import { type Deck, isLast, play } from './deck'

const fresh: Deck = { tokens: samples, index: 0 }

describe('play', () => {
  it('counts a vote at once and shows the next card when the first has left', () => {
    const flying = play(fresh, 'green')
    expect(flying.index).toBe(0)
    expect(flying.tokens[0]?.votes_green).toBe((samples[0]?.votes_green ?? 0) + 1)
    const next = play(flying, 'left')
    expect(next.index).toBe(1)
    expect(next.leaving).toBeUndefined()
  })

  it('takes one vote for a card', () => {
    const flying = play(fresh, 'red')
    expect(play(flying, 'green')).toBe(flying)
    expect(play(flying, 'red')).toBe(flying)
  })

  // Verifies TOOLS-11.
  it('takes none for the last card', () => {
    const last: Deck = { tokens: samples, index: samples.length - 1 }
    expect(isLast(last)).toBe(true)
    expect(play(last, 'green')).toBe(last)
    expect(play(last, 'red')).toBe(last)
  })

  it('leaves a card where it is that nobody voted on', () => {
    expect(play(fresh, 'left')).toBe(fresh)
  })

  it('takes no vote on an empty deck', () => {
    const empty: Deck = { tokens: [], index: 0 }
    expect(play(empty, 'green')).toBe(empty)
  })
})
