import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import { vi } from 'vitest'
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
