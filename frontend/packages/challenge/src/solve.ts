import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import type { Challenge } from 'altcha-lib/types'

/** A challenge of the server: proof of work, by the protocol ALTCHA v2. */
export type { Challenge }

/** What a challenge asks for: the counter whose derived key starts with the challenge's prefix. */
export interface Solution {
  counter: number
  derivedKey: string
}

/** Solves a challenge. It keeps a thread busy, so it runs in a worker, and is stopped by ending that. */
export async function solve(challenge: Challenge): Promise<Solution | undefined> {
  const solution = await solveChallenge({ challenge, deriveKey, timeout: 0 })
  return solution ? { counter: solution.counter, derivedKey: solution.derivedKey } : undefined
}
