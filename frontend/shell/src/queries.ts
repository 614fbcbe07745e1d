import { ApiError, isRetryable } from '@mcwick/api-client'
import { QueryClient } from '@tanstack/react-query'

const againMs = 10_000
const repeats = 2

/** The cache of the whole page. What failed and may pass is asked for again, so that a page recovers by itself. */
export function newQueries(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: (failures, error) => failures < repeats && isRetryable(error) && !isTimeout(error),
        refetchInterval: ({ state: { error } }) => (error && isRetryable(error) ? againMs : false),
      },
    },
  })
}

/** The visitor has waited long enough by then; it is asked for again behind what they are told. */
function isTimeout(error: Error): boolean {
  return error instanceof ApiError && error.code === 'TIMED_OUT'
}
