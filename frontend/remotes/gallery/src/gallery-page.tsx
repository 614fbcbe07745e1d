import { hasStalePage } from '@mcwick/forms'
import { useShell } from '@mcwick/shell-contract'
import { EmptyState, ErrorPanel, Spinner, useFailure } from '@mcwick/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { imagesQuery } from './api/images'
import { type Filter, filterPath, isNarrowed, parseFilter } from './filter'
import { FilterBar } from './filter-bar'
import { ImageGrid } from './image-grid'
import { ImageListEnd } from './image-list-end'
import { NewImages } from './new-images'
import { texts } from './texts'

/** The page /gallery. The filter is in the URL, so that it can be shared and is part of the history. */
export function GalleryPage() {
  const filter = parseFilter(useShell().location.search)
  const list = useInfiniteQuery(imagesQuery(filter))
  useRefetchOnChange(filter, list)
  const pages = list.data?.pages
  const failure = useFailure(list)
  const isDegraded = (failure && !list.isFetchNextPageError) || (pages && hasStalePage(pages))
  return (
    <div className="gallery">
      <FilterBar filter={filter} />
      {isDegraded && (
        <ErrorPanel role="status" error={failure} onRetry={list.refetch}>
          {pages ? texts.failed : texts.failedFirst}
        </ErrorPanel>
      )}
      {!pages && !failure && <LoadingGrid />}
      {pages && !isNarrowed(filter) && <NewImages filter={filter} pages={pages} />}
      {pages?.[0]?.images.length === 0 && (
        <EmptyState pose="pose-think">
          <p>{texts.empty}</p>
        </EmptyState>
      )}
      {pages?.[0]?.images[0] && (
        <>
          {pages.map(({ images }, index) => {
            const name = `${filterPath(filter)} ${index}`
            return <ImageGrid key={name} name={name} images={images} isFirst={index === 0} />
          })}
          <ImageListEnd list={list} pages={pages.length} />
        </>
      )}
    </div>
  )
}

/**
 * Refetches the list whenever the filter changes, also a fresh one; a running fetch is not repeated.
 */
function useRefetchOnChange(
  filter: Filter,
  { refetch }: { refetch: (options: { cancelRefetch: boolean }) => unknown },
) {
  const current = filterPath(filter)
  const previous = useRef(current)
  useEffect(() => {
    if (previous.current === current) return
    previous.current = current
    refetch({ cancelRefetch: false })
  }, [current, refetch])
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
