import type { Job } from '@mcwick/api-calls'
import { mockApi } from '@mcwick/testing'

/**
 * Answers streams of jobs, of which each tells the next of `told`; one that has nothing to tell stays open. Other calls are
 * for `otherwise`. Returns the addresses that are watched.
 */
export function tellJobs(
  told: (Partial<Job> | undefined)[] = [],
  otherwise = async (_url: string, _init: RequestInit): Promise<Response> => Response.json({ user: null }),
): string[] {
  const watched: string[] = []
  const api = mockApi()
  for (const kind of ['jobs', 'videos'])
    api.on(`GET /api/v1/${kind}/{id}/events`, ({ url }) => {
      watched.push(url)
      const job = told.shift()
      return job ? new Response(`data: ${JSON.stringify(job)}\n\n`) : new Promise(() => undefined)
    })
  api.otherwise = ({ url, method, headers, body }) =>
    otherwise(url, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) })
  return watched
}
