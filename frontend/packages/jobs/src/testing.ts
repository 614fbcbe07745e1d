import type { Job } from '@mcwick/api-calls'
import { vi } from 'vitest'

/**
 * Answers streams of jobs, of which each tells the next of `told`; one that has nothing to tell stays open. Other calls are
 * for `otherwise`. Returns the addresses that are watched.
 */
export function tellJobs(
  told: (Partial<Job> | undefined)[] = [],
  otherwise = async (_url: string, _init: RequestInit): Promise<Response> => Response.json({ user: null }),
): string[] {
  const watched: string[] = []
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    if (!url.endsWith('/events')) return otherwise(url, init)
    watched.push(url)
    const job = told.shift()
    if (job) return Promise.resolve(new Response(`data: ${JSON.stringify(job)}\n\n`))
    if (init.signal?.aborted) return Promise.reject(init.signal.reason)
    return new Promise((_, reject) => init.signal?.addEventListener('abort', reject))
  })
  return watched
}
