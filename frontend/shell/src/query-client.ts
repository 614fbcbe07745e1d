import { ApiError, isRetryable } from '@mcwick/api-client'
import { MutationCache, QueryClient } from '@tanstack/react-query'

const refetchIntervalMs = 10_000
const maxRetries = 2

/**
 * Creates the query client of the page. Queries with a retryable error are refetched, so that a page recovers by itself.
 * What is read offline fails as it does on a bad line, and is read again once the browser is online: React Query would pause,
 * with neither a spinner nor an error. A change that a visitor makes offline fails at once, for it would be sent after they left.
 * One that is refused for want of a proof shows that the session has ended: the account menu renews it, for the next attempt.
 */
export function newQueryClient(): QueryClient {
  const client = new QueryClient({
    mutationCache: new MutationCache({
      onError(error) {
        if (error instanceof ApiError && error.code === 'PROOF_REQUIRED')
          void client.invalidateQueries({ queryKey: ['session'] })
      },
    }),
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
  return client
}

/** A timeout is not retried at once: the error is shown first, and the query is refetched in the background. */
function isTimeout(error: Error): boolean {
  return error instanceof ApiError && error.code === 'TIMED_OUT'
}
