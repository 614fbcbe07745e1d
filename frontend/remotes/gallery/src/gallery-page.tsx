import { Select } from '@mcwick/forms'
import { useShell } from '@mcwick/shell-contract'
import { ButtonLink, EmptyState, ErrorPanel, Spinner, useFailure } from '@mcwick/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { type ImageType, imagesQuery, isOld } from './api/images'
import { Sheet } from './sheet'
import { texts } from './texts'
import { WallEnd } from './wall-end'

/** The page /gallery. The filter is in the address, so it can be shared and gone back to. */
export function GalleryPage() {
  const { location, navigate } = useShell()
  const type = typeOf(location.search.get('type'))
  const list = useInfiniteQuery(imagesQuery(type))
  useRefetchOn(type, list)
  const pages = list.data?.pages
  const failure = useFailure(list)
  const failed = (failure && !list.isFetchNextPageError) || (pages && isOld(pages))
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
      {failed && (
        <ErrorPanel role="status" error={failure} onRetry={list.refetch}>
          {pages ? texts.failed : texts.failedFirst}
        </ErrorPanel>
      )}
      {!pages && !failure && <WaitingWall />}
      {pages?.[0]?.images.length === 0 && (
        <EmptyState pose="pose-think">
          <p>{texts.empty}</p>
        </EmptyState>
      )}
      {pages?.[0]?.images[0] && (
        <>
          {pages.map(({ images }, index) => (
            <Sheet key={images[0]?.id} images={images} isFirst={index === 0} />
          ))}
          <WallEnd list={list} pages={pages.length} />
        </>
      )}
    </div>
  )
}

/**
 * Fetches a list again whenever the filter changes, also one that is fresh; what is under way already is not doubled.
 */
function useRefetchOn(type: ImageType, { refetch }: { refetch: (options: { cancelRefetch: boolean }) => unknown }) {
  const shown = useRef(type)
  useEffect(() => {
    if (shown.current === type) return
    shown.current = type
    refetch({ cancelRefetch: false })
  }, [type, refetch])
}

function typeOf(wanted: string | null): ImageType {
  return texts.types.find(({ value }) => value === wanted)?.value ?? 'meme'
}

/** The list's layout, still without pictures. */
function WaitingWall() {
  return (
    <div className="gallery-wait">
      <ul className="gallery-wall" aria-hidden="true">
        {['a', 'b', 'c'].map((place) => (
          <li key={place} className="gallery-print" data-blank="">
            <div className="gallery-picture" />
          </li>
        ))}
      </ul>
      <Spinner label={texts.loading} />
    </div>
  )
}
