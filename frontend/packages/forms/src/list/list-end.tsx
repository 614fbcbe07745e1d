import { Button, ErrorPanel, Spinner } from '@mcwick/ui'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'

const rootMargin = '900px'
const autoLoadedPages = 3 // before they scroll into view; then a button loads more, so that the footer can be reached

interface ListEndProps {
  list: UseInfiniteQueryResult
  /** The number of loaded pages. */
  pages: number
  words: { loadingMore: string; failedMore: string; more: string; end: string }
  className: string
}

/** The end of a list that is loaded page by page. Loading more by the keyboard keeps the focus there. */
export function ListEnd({ list, pages, words, className }: ListEndProps) {
  const { hasNextPage, isFetching, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list
  const ref = useRef<HTMLDivElement>(null)
  const [pagesWhenPressed, setPagesWhenPressed] = useState(Math.max(pages - autoLoadedPages, 0))
  const isPressed = useRef(false)
  // The pressed button stays while it loads.
  const isLimitReached = pages === pagesWhenPressed || pages >= pagesWhenPressed + autoLoadedPages
  const loadsOnScroll = hasNextPage && !isFetching && !isFetchNextPageError && !isLimitReached
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new page needs a new observation
  useEffect(() => {
    if (!ref.current || !loadsOnScroll) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && fetchNextPage(), { rootMargin })
    observer.observe(ref.current)
    return () => observer.disconnect()
  }, [loadsOnScroll, pages, fetchNextPage])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once it has loaded or failed, the pressed button may be gone
  useEffect(() => {
    if (isFetchingNextPage || !isPressed.current) return
    isPressed.current = false
    if (document.activeElement !== document.body) return
    const place = ref.current?.querySelector('button') ?? ref.current
    place?.focus({ preventScroll: true })
  }, [isFetchingNextPage, isFetchNextPageError, pages])
  const load = () => {
    isPressed.current = true
    fetchNextPage()
  }
  const loadMore = () => {
    if (isFetchingNextPage) return
    setPagesWhenPressed(pages)
    load()
  }
  return (
    <div ref={ref} className={className} tabIndex={-1}>
      {isFetchingNextPage && <Spinner label={words.loadingMore} />}
      {isFetchNextPageError && (
        <ErrorPanel role="status" error={list.error} onRetry={load}>
          {words.failedMore}
        </ErrorPanel>
      )}
      {hasNextPage && isLimitReached && !isFetchNextPageError && (
        <Button aria-disabled={isFetchingNextPage} onClick={loadMore}>
          {words.more}
        </Button>
      )}
      {!hasNextPage && <p>{words.end}</p>}
    </div>
  )
}
