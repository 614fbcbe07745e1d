import { Button, ErrorPanel, Spinner } from '@mcwick/ui'
import { useEffect, useRef, useState } from 'react'
import { texts } from './texts'

const ahead = '900px'
const pagesByThemselves = 3 // then the visitor is asked, so that the footer can be reached

interface WallEndProps {
  /** How many pages hang already. */
  pages: number
  list: {
    hasNextPage: boolean
    isFetching: boolean
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
    error: Error | null
    fetchNextPage: () => unknown
  }
}

/** The end of the wall as far as it is known: it fetches older prints before the visitor gets there. */
export function WallEnd({ list, pages }: WallEndProps) {
  const { hasNextPage, isFetching, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list
  const ref = useRef<HTMLDivElement>(null)
  const [wanted, setWanted] = useState(Math.max(pages, pagesByThemselves))
  const isAsking = hasNextPage && pages >= wanted
  const waits = hasNextPage && !isFetching && !isFetchNextPageError && !isAsking
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each page it is looked anew whether the end is in view
  useEffect(() => {
    if (!ref.current || !waits) return
    const watcher = new IntersectionObserver(([entry]) => entry?.isIntersecting && fetchNextPage(), {
      rootMargin: ahead,
    })
    watcher.observe(ref.current)
    return () => watcher.disconnect()
  }, [waits, pages, fetchNextPage])
  return (
    <div ref={ref} className="gallery-end">
      {isFetchingNextPage && <Spinner label={texts.loadingMore} />}
      {isFetchNextPageError && (
        <ErrorPanel role="status" error={list.error} onRetry={fetchNextPage}>
          {texts.failedMore}
        </ErrorPanel>
      )}
      {isAsking && !isFetchNextPageError && (
        <Button onClick={() => setWanted(pages + pagesByThemselves)}>{texts.more}</Button>
      )}
      {!hasNextPage && <p>{texts.end}</p>}
    </div>
  )
}
