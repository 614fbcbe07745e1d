import { hasStalePage } from '@mcwick/forms'
import { useShell } from '@mcwick/shell-contract'
import { ErrorPanel, Spinner, useFailure } from '@mcwick/ui'
import { type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { imagesQuery } from './api/images'
import { type Filter, filterPath, isNarrowed, parseFilter } from './filter'
import { FilterBar } from './filter-bar'
import { ImagePages } from './image-pages'
import { NewImages } from './new-images'
import { texts } from './texts'

/** The page /gallery. The filter is in the URL, so that it can be shared and is part of the history. */
export function GalleryPage() {
  const filter = parseFilter(useShell().location.search)
  const list = useInfiniteQuery(imagesQuery(filter))
  const isCurrent = useRefetchOnChange(filter, list)
  const pages = list.data?.pages
  const failure = useFailure(list)
  const isDegraded = (failure && !list.isFetchNextPageError) || (pages && hasStalePage(pages))
  return (
    <div className="gallery">
      <FilterBar filter={filter} />
      {/* Empty until the list of a new filter is read, so that a screen reader hears of that one, too. */}
      <p className="sr-only" role="status">
        {pages && isCurrent && !isDegraded && (pages[0]?.images.length ? texts.shown : texts.noneShown)}
      </p>
      {isDegraded && (
        <ErrorPanel role="status" error={failure} onRetry={list.refetch}>
          {pages ? texts.failed : texts.failedFirst}
        </ErrorPanel>
      )}
      {!pages && !failure && <LoadingGrid />}
      {pages && !isNarrowed(filter) && <NewImages filter={filter} pages={pages} />}
      <ImagePages name={filterPath(filter)} list={list} empty={texts.empty} />
    </div>
  )
}

/**
 * Refetches the list whenever the filter changes, also a fresh one; a running fetch is not repeated. Returns whether the
 * list has been read since.
 */
function useRefetchOnChange(filter: Filter, { refetch }: Pick<UseInfiniteQueryResult, 'refetch'>) {
  const current = filterPath(filter)
  const previous = useRef(current)
  const [read, setRead] = useState(current)
  useEffect(() => {
    if (previous.current === current) return
    previous.current = current
    refetch({ cancelRefetch: false }).then(() => setRead(current))
  }, [current, refetch])
  return read === current
}

/** The layout of the list while it loads. */
function LoadingGrid() {
  return (
    <div className="gallery-wait">
      <ul className="gallery-wall" aria-hidden="true">
        {['a', 'b', 'c'].map((key) => (
          <li key={key} className="gallery-card" data-blank="">
            <div className="gallery-picture" />
          </li>
        ))}
      </ul>
      <Spinner label={texts.loading} />
    </div>
  )
}
