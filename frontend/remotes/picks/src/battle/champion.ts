import type { Token } from '../tokens/token'

const streakToShow = 3
const roundsToShow = 5

/** The battles that each token has won since it last lost, by its id. */
export type Streaks = Readonly<Record<string, number>>

export interface Champion {
  token: Token
  wins: number
}

export function addResult(streaks: Streaks, winner: Token, loser: Token): Streaks {
  return { ...streaks, [winner.id]: (streaks[winner.id] ?? 0) + 1, [loser.id]: 0 }
}

/** Returns the token with the most wins in a row, once it has three or five rounds are over. */
export function findChampion(tokens: Token[], streaks: Streaks, rounds: number): Champion | undefined {
  const champions = tokens.map((token) => ({ token, wins: streaks[token.id] ?? 0 })).sort((a, b) => b.wins - a.wins)
  const [best] = champions
  return best && (best.wins >= streakToShow || (best.wins > 0 && rounds >= roundsToShow)) ? best : undefined
}
