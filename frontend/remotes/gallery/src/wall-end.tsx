import { Spinner } from '@mcwick/ui'
import { useEffect, useRef } from 'react'
import { Failure } from './failure'
import { texts } from './texts'

const ahead = '900px'

interface WallEndProps {
  list: {
    hasNextPage: boolean
    isFetching: boolean
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
    fetchNextPage: () => unknown
  }
}

/** The end of the wall as far as it is known: it fetches older prints before the visitor gets there. */
export function WallEnd({ list }: WallEndProps) {
  const { hasNextPage, isFetching, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list
  const ref = useRef<HTMLDivElement>(null)
  const waits = hasNextPage && !isFetching && !isFetchNextPageError
  useEffect(() => {
    if (!ref.current || !waits) return
    const watcher = new IntersectionObserver(([entry]) => entry?.isIntersecting && fetchNextPage(), {
      rootMargin: ahead,
    })
    watcher.observe(ref.current)
    return () => watcher.disconnect()
  }, [waits, fetchNextPage])
  return (
    <div ref={ref} className="gallery-end">
      {isFetchingNextPage && <Spinner label={texts.loadingMore} />}
      {isFetchNextPageError && <Failure onRetry={fetchNextPage}>{texts.failedMore}</Failure>}
      {!hasNextPage && <p>{texts.end}</p>}
    </div>
  )
}
