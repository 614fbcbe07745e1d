import { Button, ErrorPanel, Spinner } from '@mcwick/ui'
import type { Side } from './side'
import { texts } from './texts'

interface HallEndProps {
  side: Side
  list: {
    hasNextPage: boolean
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
    error: Error | null
    fetchNextPage: () => unknown
  }
}

/** The end of a wall as far as it is known. */
export function HallEnd({ side, list }: HallEndProps) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, error, fetchNextPage } = list
  return (
    <div className="wall-end">
      {isFetchingNextPage && <Spinner label={texts.loadingMore} />}
      {isFetchNextPageError && (
        <ErrorPanel role="status" error={error} onRetry={fetchNextPage}>
          {texts.failedMore}
        </ErrorPanel>
      )}
      {hasNextPage && !isFetchingNextPage && !isFetchNextPageError && (
        <Button onClick={() => fetchNextPage()}>{texts.more}</Button>
      )}
      {!hasNextPage && <p>{texts.walls[side].end}</p>}
    </div>
  )
}
