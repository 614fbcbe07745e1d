import { problem } from '@mcwick/testing'
import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import { expect, vi } from 'vitest'
import type { ChallengePurpose } from './prepared-solutions'
import { type Challenge, solve } from './solve'

const secrets = { hmacSignatureSecret: 'signature secret', hmacKeySignatureSecret: 'key secret' }

/** Creates a small challenge by the reference implementation of the protocol, as the gateway serves it. */
export function createTestChallenge(counter = 3): Promise<Challenge> {
  const expiresAt = new Date(Date.now() + 10 * 60_000)
  return createChallenge({ algorithm: 'PBKDF2/SHA-256', cost: 10, counter, expiresAt, deriveKey, ...secrets })
}

/** Whether the reference implementation accepts the value of a McWick-Solution header. */
export async function isAccepted(header: string): Promise<boolean> {
  const { challenge, solution } = JSON.parse(atob(header))
  return (await verifySolution({ challenge, solution, deriveKey, ...secrets })).verified
}

/** Replaces Worker, which the test environment lacks, by one that solves in the page. `answer` may do something else. */
export function stubWorker(answer: (challenge: Challenge) => Promise<unknown> = solve) {
  const workers: { url: string; isTerminated: boolean }[] = []
  vi.stubGlobal(
    'Worker',
    class {
      onmessage?: (message: { data: unknown }) => void
      onerror?: () => void
      readonly state: { url: string; isTerminated: boolean }
      constructor(url: string) {
        this.state = { url: new URL(url, location.href).pathname, isTerminated: false }
        workers.push(this.state)
      }
      postMessage(challenge: Challenge) {
        answer(challenge).then(
          (data) => this.state.isTerminated || this.onmessage?.({ data }),
          () => this.onerror?.(),
        )
      }
      terminate() {
        this.state.isTerminated = true
      }
    },
  )
  return workers
}

/**
 * Sends a call twice, in front of the mock API: while its address may have more, and once it may not. Expects that only the
 * second one requests a challenge, and sends the same call with a solution that the reference implementation accepts.
 */
export async function expectSolvedInCrowd(path: string, purpose: ChallengePurpose, send: () => Promise<unknown>) {
  stubWorker()
  const services = fetch
  const challenges: string[] = []
  const calls: { body: unknown; idempotencyKey: string | null; solution: string | null }[] = []
  let isCrowded = false
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    if (url.startsWith('/api/v1/challenge')) {
      challenges.push(url)
      return Response.json(await createTestChallenge())
    }
    if (url !== path) return services(url, init)
    const headers = new Headers(init.headers)
    const solution = headers.get('McWick-Solution')
    calls.push({ body: init.body, idempotencyKey: headers.get('Idempotency-Key'), solution })
    return isCrowded && !solution ? problem(429, 'CHALLENGE_REQUIRED') : services(url, init)
  })
  await send()
  expect(challenges).toEqual([])
  isCrowded = true
  await send()
  expect(challenges).toEqual([`/api/v1/challenge?for=${purpose}`])
  const [uncrowded, refused, repeated] = calls
  expect(calls).toHaveLength(3)
  expect([uncrowded?.solution, refused?.solution]).toEqual([null, null])
  expect(repeated).toEqual({ ...refused, solution: expect.any(String) })
  expect(await isAccepted(repeated?.solution ?? '')).toBe(true)
}
