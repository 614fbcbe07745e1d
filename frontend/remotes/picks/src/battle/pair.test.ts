import { describe, expect, it } from 'vitest'
import samples from '../tokens/samples.json'
import type { Token } from '../tokens/token'
import { nextPair, type Pair } from './pair'

const tokens: Token[] = samples
const ids = (pair: Token[]) => pair.map(({ id }) => id)
const shares = Array.from({ length: 20 }, (_, n) => n / 20)

/** Returns all pairs that can be chosen. */
function every(from: Token[], shown?: Pair): Pair[] {
  return shares.flatMap((first) =>
    shares.map((second) => {
      const throws = [first, second]
      return nextPair(from, shown, () => throws.shift() ?? 0)
    }),
  )
}

describe('nextPair', () => {
  it('never pairs a token with itself, and chooses every token', () => {
    const pairs = every(tokens)
    expect(pairs.every(([left, right]) => left.id !== right.id)).toBe(true)
    expect(new Set(pairs.map((pair) => ids(pair).join())).size).toBe(5 * 4)
  })

  // Verifies TOOLS-15.
  it('avoids the two tokens just shown', () => {
    const shown: Pair = [tokens[0] as Token, tokens[3] as Token]
    expect(new Set(every(tokens, shown).flatMap(ids))).toEqual(new Set(['ethereum', 'pepe', '{slug}']))
  })

  // Verifies TOOLS-15.
  it('reuses shown tokens when there are fewer than two others', () => {
    const three = tokens.slice(0, 3)
    const shown: Pair = [three[0] as Token, three[1] as Token]
    expect(new Set(every(three, shown).flatMap(ids))).toEqual(new Set(ids(three)))
  })
})
