import type { Job } from '@mcwick/api-calls'
import { mockApi } from '@mcwick/testing'

export { createTestChallenge, isAccepted, stubWorker } from '@mcwick/challenge/testing'
export { submitJob } from './job-definition'

/**
 * Mocks job event streams: each sends the next of `updates`; without one it stays open. `fallback` answers other requests.
 * Returns the URLs of the opened streams.
 */
export function mockJobs(
  updates: (Partial<Job> | undefined)[] = [],
  fallback = async (_url: string, _init: RequestInit): Promise<Response> => Response.json({ user: null }),
): string[] {
  const streamUrls: string[] = []
  const api = mockApi()
  for (const kind of ['jobs', 'videos'])
    api.on(`GET /api/v1/${kind}/{id}/events`, ({ url }) => {
      streamUrls.push(url)
      const job = updates.shift()
      return job ? new Response(`data: ${JSON.stringify(job)}\n\n`) : new Promise(() => undefined)
    })
  api.fallback = ({ url, method, headers, body }) =>
    fallback(url, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) })
  return streamUrls
}
