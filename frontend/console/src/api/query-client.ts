import { Code, ConnectError } from '@connectrpc/connect'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'

/** The query of the operator who is signed in; null when none is. */
export const operatorKey = ['operator']

/** Removes all but who is signed in: what the last operator saw is not for the next one. */
export function forgetLists(client: QueryClient): void {
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== operatorKey[0] })
}

/** A call that is refused because the session has ended shows the sign-in page; refusals are not repeated. */
export function newQueryClient(): QueryClient {
  const onError = (error: Error) => {
    if (ConnectError.from(error).code !== Code.Unauthenticated) return
    forgetLists(client)
    client.setQueryData(operatorKey, null)
  }
  const client = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: { retry: (failures, error) => failures < 2 && ConnectError.from(error).code === Code.Unavailable },
    },
  })
  return client
}
