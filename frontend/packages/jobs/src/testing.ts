import type { Job } from '@mcwick/api-client'
import { vi } from 'vitest'

/**
 * Streams of jobs, of which each tells the next of `told`; one that has nothing to tell stays open. Returns the addresses
 * that are watched.
 */
export function tellJobs(told: (Partial<Job> | undefined)[] = []): string[] {
  const watched: string[] = []
  vi.stubGlobal(
    'EventSource',
    class extends EventTarget {
      constructor(url: string) {
        super()
        watched.push(url)
        const job = told.shift()
        if (job) queueMicrotask(() => this.dispatchEvent(new MessageEvent('job', { data: JSON.stringify(job) })))
      }
      close() {}
    },
  )
  return watched
}
