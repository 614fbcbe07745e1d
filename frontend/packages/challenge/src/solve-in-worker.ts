import type { Challenge, Solution } from './solve'
import workerUrl from './solver.worker.ts?worker&url'

const timeoutMs = 30_000

// The content security policy allows no other policy to say what a worker runs (`gateway/page_policy.go`).
const policy = window.trustedTypes?.createPolicy('mcwick-worker', { createScriptURL: requireOwnOrigin })

function requireOwnOrigin(url: string): string {
  if (new URL(url, location.href).origin !== location.origin) throw new TypeError('a worker of another origin')
  return url
}

/** Whether this browser can solve challenges: over plain HTTP there is no `crypto.subtle`. */
export function canSolve(): boolean {
  return typeof Worker !== 'undefined' && Boolean(globalThis.crypto?.subtle)
}

/** Solves a challenge in a worker of its own. Undefined when that fails or takes too long. */
export async function solveInWorker(challenge: Challenge): Promise<Solution | undefined> {
  let worker: Worker | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    return await new Promise((resolve) => {
      timer = setTimeout(() => resolve(undefined), timeoutMs)
      // A file beside this one, which the content security policy allows; an inline worker would be refused.
      worker = new Worker(policy?.createScriptURL(workerUrl) ?? workerUrl, { type: 'module' })
      worker.onmessage = ({ data }) => resolve(data)
      worker.onerror = () => resolve(undefined)
      worker.postMessage(challenge)
    })
  } catch {
    return undefined // such as a remote from another origin, whose workers a page may not start
  } finally {
    clearTimeout(timer)
    worker?.terminate()
  }
}
