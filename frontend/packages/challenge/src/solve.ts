import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import type { Challenge, Solution } from 'altcha-lib/types'

/**
 * A challenge of the server, proof of work by the protocol ALTCHA v2, and what it asks for: the counter whose derived key
 * starts with the challenge's prefix.
 */
export type { Challenge, Solution }

/** Solves a challenge. It keeps a thread busy, so it runs in a worker, and is stopped by ending that. */
export async function solve(challenge: Challenge): Promise<Solution | undefined> {
  const solution = await solveChallenge({ challenge, deriveKey, timeout: 0 })
  return solution ? { counter: solution.counter, derivedKey: solution.derivedKey } : undefined
}
