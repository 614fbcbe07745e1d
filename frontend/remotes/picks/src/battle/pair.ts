import type { Token } from '../tokens/token'

export type Pair = [left: Token, right: Token]

/** Two different tokens at random; none of the two just shown, while there are two others. */
export function nextPair(tokens: Token[], shown: Pair | undefined, random: () => number = Math.random): Pair {
  const others = tokens.filter(({ id }) => !shown?.some((token) => token.id === id))
  const pool = others.length >= 2 ? others : tokens
  const left = Math.floor(random() * pool.length)
  const right = (left + 1 + Math.floor(random() * (pool.length - 1))) % pool.length
  return [pool[left] as Token, pool[right] as Token]
}
