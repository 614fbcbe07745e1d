import { isPassing as isRetryable, isStale } from '@mcwick/api-client'

const refetchIntervalMs = 10_000 // after a failure, or a stale response

interface ListState {
  error: Error | null
  data?: { pages: object[] } | undefined
}

/** What the queries of all lists that are loaded page by page have in common. */
export const pagedList = {
  initialPageParam: '',
  getNextPageParam: (page: { nextCursor: string }) => page.nextCursor || undefined,
  refetchInterval: ({ state: { error, data } }: { state: ListState }): number | false =>
    (error && isRetryable(error)) || hasStalePage(data?.pages ?? []) ? refetchIntervalMs : false,
  structuralSharing: false, // staleness is known by object identity
}

/** Whether a page of the list is a stale response. */
export function hasStalePage(pages: object[]): boolean {
  return pages.some(isStale)
}
