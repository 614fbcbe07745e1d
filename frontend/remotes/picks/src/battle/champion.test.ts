import { expect, it } from 'vitest'
import samples from '../tokens/samples.json'
import type { Token } from '../tokens/token'
import { addResult, findChampion, type Streaks } from './champion'

const [a, b, c, d] = samples as [Token, Token, Token, Token]

/** Plays rounds of [winner, loser], and returns the champion after the last one. */
function play(...rounds: [Token, Token][]) {
  const streaks = rounds.reduce<Streaks>((streaks, [winner, loser]) => addResult(streaks, winner, loser), {})
  const champion = findChampion(samples, streaks, rounds.length)
  return champion && [champion.token.id, champion.wins]
}

// Verifies TOOLS-18.
it('has a champion after three wins in a row, or after five rounds', () => {
  expect(play()).toBeUndefined()
  expect(play([a, b], [a, c])).toBeUndefined()
  expect(play([a, b], [c, d], [a, b], [c, d])).toBeUndefined()
  expect(play([a, b], [c, d], [a, b], [c, d], [a, b])).toEqual([a.id, 3])
  expect(play([a, b], [a, c], [a, d])).toEqual([a.id, 3])
  expect(play([a, b], [c, a], [b, c], [d, b], [a, d])).toEqual([a.id, 1])
})

it('begins anew with a defeat', () => {
  expect(play([a, b], [a, c], [b, a], [a, d])).toBeUndefined()
})
