import type { Image } from '@mcwick/api-calls'
import { ApiError } from '@mcwick/api-client'
import { usePageTitle, useShare } from '@mcwick/forms'
import { Button, ButtonLink, EmptyState, ErrorPanel, Picture, Spinner, useFailure } from '@mcwick/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { imageQuery } from './api/images'
import { useKnownLikes } from './api/use-known-likes'
import { altText, imageTitle } from './describe'
import { ImageBadges } from './image-badges'
import { LikeButton } from './like-button'
import { LikeStatus } from './like-status'
import { imagePath } from './paths'
import { texts } from './texts'

const { picture } = texts

/** The page /gallery/{id} of one image. */
export function ImagePage({ id }: { id: string }) {
  const query = useQuery(imageQuery(id, useQueryClient()))
  const { data, refetch } = query
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
            <ErrorPanel error={error} onRetry={refetch}>
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
  useKnownLikes([image])
  usePageTitle(imageTitle(image))
  return (
    <article className="gallery-card gallery-large">
      <Picture className="gallery-picture" image={image} alt={altText(image)} sizes="min(92vw, 46rem)" eager whole />
      <div className="gallery-about">
        <div className="gallery-line">
          <h1 className="gallery-signature">{image.signature || texts.anonymous}</h1>
          <LikeButton image={image} />
        </div>
        <LikeStatus image={image} />
        {image.caption && <p className="gallery-words">{image.caption}</p>}
        <ImageBadges image={image} />
        <div className="gallery-actions">
          <ShareButton image={image} />
          <ButtonLink href={image.type === 'pfp' ? '/pfp' : '/ai'} kind="primary">
            {picture.create}
          </ButtonLink>
        </div>
      </div>
    </article>
  )
}

function ShareButton({ image }: { image: Image }) {
  const share = useShare(picture)
  return <Button onClick={() => share({ title: imageTitle(image), path: imagePath(image.id) })}>{picture.share}</Button>
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
