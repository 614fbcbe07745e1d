import { Button, ErrorPanel, Spinner } from '@mcwick/ui'
import { useEffect, useRef, useState } from 'react'
import { texts } from './texts'

const rootMargin = '900px'
const autoLoadedPages = 3 // then a button loads more, so that the footer can be reached

interface ListEndProps {
  /** The number of loaded pages. */
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

/** The end of the list, which loads the next page before it scrolls into view. */
export function ListEnd({ list, pages }: ListEndProps) {
  const { hasNextPage, isFetching, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list
  const ref = useRef<HTMLDivElement>(null)
  const [pageLimit, setPageLimit] = useState(Math.max(pages, autoLoadedPages))
  const isLimitReached = hasNextPage && pages >= pageLimit
  const loadsOnScroll = hasNextPage && !isFetching && !isFetchNextPageError && !isLimitReached
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new page needs a new observation
  useEffect(() => {
    if (!ref.current || !loadsOnScroll) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && fetchNextPage(), {
      rootMargin: rootMargin,
    })
    observer.observe(ref.current)
    return () => observer.disconnect()
  }, [loadsOnScroll, pages, fetchNextPage])
  return (
    <div ref={ref} className="gallery-end">
      {isFetchingNextPage && <Spinner label={texts.loadingMore} />}
      {isFetchNextPageError && (
        <ErrorPanel role="status" error={list.error} onRetry={fetchNextPage}>
          {texts.failedMore}
        </ErrorPanel>
      )}
      {isLimitReached && !isFetchNextPageError && (
        <Button onClick={() => setPageLimit(pages + autoLoadedPages)}>{texts.more}</Button>
      )}
      {!hasNextPage && <p>{texts.end}</p>}
    </div>
  )
}
