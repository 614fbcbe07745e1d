import { ApiError, isRetryable } from '@mcwick/api-client'
import { QueryClient } from '@tanstack/react-query'

const refetchIntervalMs = 10_000
const maxRetries = 2

/**
 * Creates the query client of the page. Queries with a retryable error are refetched, so that a page recovers by itself.
 * What is read offline fails as it does on a bad line, and is read again once the browser is online: React Query would pause,
 * with neither a spinner nor an error. A change that a visitor makes offline fails at once, for it would be sent after they left.
 */
export function newQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        refetchOnReconnect: true, // false by default in this mode
        staleTime: 30_000,
        retry: (failures, error) => failures < maxRetries && isRetryable(error) && !isTimeout(error),
        refetchInterval: ({ state: { error } }) => (error && isRetryable(error) ? refetchIntervalMs : false),
      },
      mutations: { networkMode: 'always' },
    },
  })
}

/** A timeout is not retried at once: the error is shown first, and the query is refetched in the background. */
function isTimeout(error: Error): boolean {
  return error instanceof ApiError && error.code === 'TIMED_OUT'
}
