import { Select } from '@mcwick/forms'
import { useShell } from '@mcwick/shell-contract'
import { ButtonLink, EmptyState, ErrorPanel, Spinner, useFailure } from '@mcwick/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { hasStalePage, type ImageType, imagesQuery } from './api/images'
import { ImageGrid } from './image-grid'
import { ListEnd } from './list-end'
import { texts } from './texts'

/** The page /gallery. The filter is in the URL, so that it can be shared and is part of the history. */
export function GalleryPage() {
  const { location, navigate } = useShell()
  const type = parseType(location.search.get('type'))
  const list = useInfiniteQuery(imagesQuery(type))
  useRefetchOnChange(type, list)
  const pages = list.data?.pages
  const failure = useFailure(list)
  const isDegraded = (failure && !list.isFetchNextPageError) || (pages && hasStalePage(pages))
  return (
    <div className="gallery">
      <header className="gallery-head">
        <h1>{texts.title}</h1>
        <Select
          label={texts.filter}
          hideLabel
          value={type}
          options={texts.types}
          onChange={(event) => navigate(`/gallery?type=${event.target.value}`)}
        />
        <ButtonLink href={type === 'pfp' ? '/pfp' : '/ai'} kind="primary">
          {texts.create}
        </ButtonLink>
      </header>
      {isDegraded && (
        <ErrorPanel role="status" error={failure} onRetry={list.refetch}>
          {pages ? texts.failed : texts.failedFirst}
        </ErrorPanel>
      )}
      {!pages && !failure && <LoadingGrid />}
      {pages?.[0]?.images.length === 0 && (
        <EmptyState pose="pose-think">
          <p>{texts.empty}</p>
        </EmptyState>
      )}
      {pages?.[0]?.images[0] && (
        <>
          {pages.map(({ images }, index) => (
            <ImageGrid key={images[0]?.id} images={images} isFirst={index === 0} />
          ))}
          <ListEnd list={list} pages={pages.length} />
        </>
      )}
    </div>
  )
}

/**
 * Refetches the list whenever the filter changes, also a fresh one; a running fetch is not repeated.
 */
function useRefetchOnChange(
  type: ImageType,
  { refetch }: { refetch: (options: { cancelRefetch: boolean }) => unknown },
) {
  const previousType = useRef(type)
  useEffect(() => {
    if (previousType.current === type) return
    previousType.current = type
    refetch({ cancelRefetch: false })
  }, [type, refetch])
}

function parseType(type: string | null): ImageType {
  return texts.types.find(({ value }) => value === type)?.value ?? 'meme'
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
