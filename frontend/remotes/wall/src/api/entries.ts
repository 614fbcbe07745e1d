import { type ListWallEntriesResponse, listWallEntries } from '@mcwick/api-calls'
import { ApiError, isPassing as isRetryable, isStale } from '@mcwick/api-client'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { type Side, wallOf } from '../side'

const againMs = 10_000 // after a failure, or an answer that the house itself calls old

/** Everything that is cached of the walls lies below this key. */
export const entriesKey = ['wall'] as const

/** Who hangs on a wall, newest first, page by page. Whoever comes to a wall gets it anew. */
export const entriesQuery = (side: Side) =>
  infiniteQueryOptions({
    queryKey: [...entriesKey, side],
    queryFn: ({ pageParam, signal }) =>
      listWallEntries({ wall: wallOf(side), ...(pageParam && { cursor: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor || undefined,
    staleTime: 0,
    refetchInterval: ({ state: { error, data } }) =>
      (error && isRetryable(error)) || isOld(data?.pages ?? []) ? againMs : false,
    structuralSharing: false, // whether an answer is old is known of the object that came, not of its content
  })

/** Whether what hangs here is the last that was known of it. */
export function isOld(pages: ListWallEntriesResponse[]): boolean {
  return pages.some(isStale)
}

/** Whether the walls were closed since the page was opened. */
export function isClosed(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'WALL_CLOSED'
}
