import { listWallEntries } from '@mcwick/api-calls'
import { ApiError } from '@mcwick/api-client'
import { pagedList } from '@mcwick/forms'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { apiWall, type Side } from '../side'

/** The query key prefix of all cached wall entries. */
export const entriesKey = ['wall'] as const

/** The query of a wall's entries, newest first, page by page. It refetches on every mount. */
export const entriesQuery = (side: Side) =>
  infiniteQueryOptions({
    queryKey: [...entriesKey, side],
    queryFn: ({ pageParam, signal }) =>
      listWallEntries({ wall: apiWall(side), ...(pageParam && { cursor: pageParam }) }, { signal }),
    ...pagedList,
    staleTime: 0,
  })

/** Whether an error says that the walls are closed. */
export function isWallClosed(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'WALL_CLOSED'
}
