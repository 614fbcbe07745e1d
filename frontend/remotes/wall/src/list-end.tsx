import { Button, ErrorPanel, Spinner } from '@mcwick/ui'
import type { Side } from './side'
import { texts } from './texts'

interface ListEndProps {
  side: Side
  list: {
    hasNextPage: boolean
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
    error: Error | null
    fetchNextPage: () => unknown
  }
}

/** The end of the list, with a button that loads the next page. */
export function ListEnd({ side, list }: ListEndProps) {
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
