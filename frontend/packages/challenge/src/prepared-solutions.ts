import { apiFetch, type Span } from '@mcwick/api-client'
import type { Challenge } from './solve'
import { canSolve, solveInWorker } from './solve-in-worker'

/**
 * The calls that a solution is for, each valid for one of them: those that cost money, and those of which a crowd behind
 * one address makes more than the address may.
 */
export type ChallengePurpose = 'picture' | 'script' | 'speech' | 'video' | 'key' | 'early-access' | 'nomination'

/** A challenge that was asked for, and its solution, as the value of the header McWick-Solution. */
export interface PreparedSolution {
  /** Null when there is nothing to solve, undefined when that is unknown. */
  challenge: Promise<Challenge | null | undefined>
  /** Null when there is nothing to solve, undefined when it could not be solved. */
  header: Promise<string | null | undefined>
  /** Whether `header` has a value. */
  isReady: boolean
}

const requestTimeoutMs = 5000 // a challenge is no reason to keep a visitor waiting
const lifetimeMs = 9 * 60_000 // the server's is ten minutes; its clock may differ from this one
const refusalLifetimeMs = 60_000 // after which the server may have become busy

const prepared = new Map<ChallengePurpose, { solution: PreparedSolution; expiresAt: number }>()

/**
 * Asks for a challenge and solves it while the visitor fills in a form. Call it on every change of the form: it does
 * nothing while an earlier solution, or the answer that none is needed, is still valid.
 */
export function prepareSolution(purpose: ChallengePurpose): void {
  const earlier = prepared.get(purpose)
  if (!canSolve() || (earlier && Date.now() < earlier.expiresAt)) return
  const entry = { solution: requestSolution(purpose), expiresAt: Date.now() + lifetimeMs }
  prepared.set(purpose, entry)
  entry.solution.challenge.then((challenge) => {
    if (!challenge) entry.expiresAt = Date.now() + refusalLifetimeMs
  })
}

/** Returns the prepared solution, or one that is asked for now. Each is used once. */
export function takeSolution(purpose: ChallengePurpose, span?: Span): PreparedSolution {
  const entry = prepared.get(purpose)
  prepared.delete(purpose)
  return entry && Date.now() < entry.expiresAt ? entry.solution : requestSolution(purpose, span)
}

/** Asks for a challenge and solves it. */
export function requestSolution(purpose: ChallengePurpose, span?: Span): PreparedSolution {
  const challenge = canSolve() ? getChallenge(purpose, span) : Promise.resolve(undefined)
  const solution: PreparedSolution = { challenge, header: challenge.then(solveToHeader), isReady: false }
  solution.header.then(() => {
    solution.isReady = true
  })
  return solution
}

async function getChallenge(purpose: ChallengePurpose, span?: Span): Promise<Challenge | null | undefined> {
  try {
    const signal = AbortSignal.timeout(requestTimeoutMs)
    const request = { personal: true, signal, span }
    return (await apiFetch<Challenge | undefined>(`/api/v1/challenge?for=${purpose}`, request)) ?? null
  } catch {
    return undefined // the call is sent without a solution, and the server decides
  }
}

async function solveToHeader(challenge: Challenge | null | undefined): Promise<string | null | undefined> {
  const solution = challenge && (await solveInWorker(challenge))
  return solution && btoa(JSON.stringify({ challenge, solution }))
}
