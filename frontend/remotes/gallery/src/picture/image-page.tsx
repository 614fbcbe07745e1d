import type { Image } from '@mcwick/api-calls'
import { ApiError } from '@mcwick/api-client'
import { usePageTitle } from '@mcwick/forms'
import { useShell } from '@mcwick/shell-contract'
import { ButtonLink, EmptyState, ErrorPanel, Picture, Spinner, useFailure } from '@mcwick/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { imageQuery, relatedQuery } from '../api/images'
import { useIsOwn } from '../api/own-images'
import { useKnownLikes } from '../api/use-known-likes'
import { altText, imageTitle } from '../describe'
import { ImageBadges } from '../image-badges'
import { LikeButton } from '../like-button'
import { LikeStatus } from '../like-status'
import { Signature } from '../signature'
import { texts } from '../texts'
import { ImageActions } from './image-actions'
import { ImageFacts } from './image-facts'
import { Neighbors } from './neighbors'
import { Related } from './related'

const { picture } = texts

/** The page /gallery/{id} of one image. */
export function ImagePage({ id }: { id: string }) {
  const query = useQuery(imageQuery(id, useQueryClient()))
  const data = useDeferredValue(query.data) // what is loaded is rendered without blocking what a visitor does
  const error = useFailure(query)
  const isNotFound = error instanceof ApiError && error.status === 404
  return (
    <div className="gallery gallery-single">
      <p className="gallery-actions">
        <ButtonLink href={data ? `/gallery?type=${data.type}` : '/gallery'} size="small">
          {picture.back}
        </ButtonLink>
      </p>
      {isNotFound ? (
        <EmptyState pose="mood-failed">
          <h1>{picture.gone}</h1>
          <p>{picture.goneHint}</p>
        </EmptyState>
      ) : (
        <>
          {error && (
            <ErrorPanel error={error} onRetry={query.refetch}>
              {data ? texts.failed : picture.failed}
            </ErrorPanel>
          )}
          {data ? <ImageDetail image={data} /> : !error && <LoadingImage />}
        </>
      )}
    </div>
  )
}

function ImageDetail({ image }: { image: Image }) {
  const related = useQuery(relatedQuery(image.id))
  const isOwn = useIsOwn(image.id)
  const { navigate } = useShell()
  useKnownLikes([image])
  usePageTitle(imageTitle(image))
  return (
    <>
      <article className="gallery-card gallery-large">
        <Neighbors related={related.data} type={image.type}>
          <Picture
            className="gallery-picture"
            image={image}
            alt={altText(image)}
            sizes="min(92vw, 46rem)"
            eager
            whole
          />
        </Neighbors>
        <div className="gallery-about">
          <div className="gallery-line">
            <h1 className="gallery-signature">
              <Signature image={image} />
            </h1>
            <LikeButton image={image} />
          </div>
          <LikeStatus image={image} />
          {image.caption && <p className="gallery-words">{image.caption}</p>}
          <ImageBadges
            image={image}
            onWithdrawn={isOwn ? () => navigate(`/gallery?type=${image.type}`, { replace: true }) : undefined}
          />
          <ImageFacts image={image} />
          <ImageActions image={image} isOwn={isOwn} />
        </div>
      </article>
      <Related query={related} image={image} />
    </>
  )
}

/** The layout of the page while it loads. */
function LoadingImage() {
  return (
    <div className="gallery-wait">
      <div className="gallery-card gallery-large" data-blank="">
        <div className="gallery-picture" />
      </div>
      <Spinner label={texts.loading} />
    </div>
  )
}
