import { type ListWallEntriesResponse, listWallEntries } from '@mcwick/api-calls'
import { ApiError, isPassing as isRetryable, isStale } from '@mcwick/api-client'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { apiWall, type Side } from '../side'

const refetchIntervalMs = 10_000 // after a failure, or a stale response

/** The query key prefix of all cached wall entries. */
export const entriesKey = ['wall'] as const

/** The query of a wall's entries, newest first, page by page. It refetches on every mount. */
export const entriesQuery = (side: Side) =>
  infiniteQueryOptions({
    queryKey: [...entriesKey, side],
    queryFn: ({ pageParam, signal }) =>
      listWallEntries({ wall: apiWall(side), ...(pageParam && { cursor: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor || undefined,
    staleTime: 0,
    refetchInterval: ({ state: { error, data } }) =>
      (error && isRetryable(error)) || hasStalePage(data?.pages ?? []) ? refetchIntervalMs : false,
    structuralSharing: false, // staleness is known by object identity
  })

/** Whether a page of the list is a stale response. */
export function hasStalePage(pages: ListWallEntriesResponse[]): boolean {
  return pages.some(isStale)
}

/** Whether an error says that the walls are closed. */
export function isWallClosed(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'WALL_CLOSED'
}
