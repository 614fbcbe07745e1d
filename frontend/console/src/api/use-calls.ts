import { type QueryKey, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type AllClients, useClients } from './clients'

interface Call {
  signal: AbortSignal
}

/** Returns the query of what a call reads, again every `refreshMs`, or once when that is false. */
export function useRead<T>(
  queryKey: QueryKey,
  refreshMs: number | false,
  read: (clients: AllClients, call: Call) => Promise<T>,
) {
  const clients = useClients()
  return useQuery({ queryKey, queryFn: ({ signal }) => read(clients, { signal }), refetchInterval: refreshMs })
}

/** Returns the query of a list that is read page by page, from a cursor on. */
export function usePages<T extends { nextCursor: string }>(
  queryKey: QueryKey,
  refreshMs: number | false,
  read: (clients: AllClients, cursor: string, call: Call) => Promise<T>,
) {
  const clients = useClients()
  return useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => read(clients, pageParam, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor || undefined,
    refetchInterval: refreshMs,
  })
}

/** Returns the mutation of a call that changes something, after which the queries below a key are read again. */
export function useAct<Input = void, Output = unknown>(
  queryKey: QueryKey,
  act: (clients: AllClients, input: Input) => Promise<Output>,
) {
  const clients = useClients()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (input: Input) => act(clients, input),
    onSettled: (_, error) => {
      const read = queries.invalidateQueries({ queryKey })
      return error ? undefined : read // an error is shown at once
    },
  })
}
