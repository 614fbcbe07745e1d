import { describe, expect, it } from 'vitest'
import samples from '../tokens/samples.json'
import { type Deck, isLast, reduceDeck } from './deck'

const fresh: Deck = { tokens: samples, index: 0 }

describe('reduceDeck', () => {
  it('counts a vote at once, and moves on when the card has left', () => {
    const flying = reduceDeck(fresh, 'green')
    expect(flying.index).toBe(0)
    expect(flying.tokens[0]?.votes_green).toBe((samples[0]?.votes_green ?? 0) + 1)
    const next = reduceDeck(flying, 'left')
    expect(next.index).toBe(1)
    expect(next.pendingVote).toBeUndefined()
  })

  it('accepts one vote per card', () => {
    const flying = reduceDeck(fresh, 'red')
    expect(reduceDeck(flying, 'green')).toBe(flying)
    expect(reduceDeck(flying, 'red')).toBe(flying)
  })

  // Verifies TOOLS-11.
  it('accepts no vote on the last card', () => {
    const last: Deck = { tokens: samples, index: samples.length - 1 }
    expect(isLast(last)).toBe(true)
    expect(reduceDeck(last, 'green')).toBe(last)
    expect(reduceDeck(last, 'red')).toBe(last)
  })

  it('does not move on without a vote', () => {
    expect(reduceDeck(fresh, 'left')).toBe(fresh)
  })

  it('accepts no vote on an empty deck', () => {
    const empty: Deck = { tokens: [], index: 0 }
    expect(reduceDeck(empty, 'green')).toBe(empty)
  })
})
