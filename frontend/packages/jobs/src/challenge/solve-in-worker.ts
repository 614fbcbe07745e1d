import type { Challenge, Solution } from './solve'

const timeoutMs = 30_000

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
      worker = new Worker(new URL('./solver.worker.ts', import.meta.url), { type: 'module' })
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
