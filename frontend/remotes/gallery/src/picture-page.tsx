import type { Image } from '@mcwick/api-calls'
import { ApiError } from '@mcwick/api-client'
import { usePageTitle, useShare } from '@mcwick/forms'
import { Button, ButtonLink, EmptyState, ErrorPanel, Picture, Spinner, useFailure } from '@mcwick/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { imageQuery } from './api/images'
import { useLikes } from './api/use-likes'
import { Badges } from './badges'
import { altOf, titleOf } from './describe'
import { LikeButton } from './like-button'
import { LikeStatus } from './like-status'
import { pathOf } from './paths'
import { texts } from './texts'

const { picture } = texts

/** The page of one picture, to be sent around. */
export function PicturePage({ id }: { id: string }) {
  const query = useQuery(imageQuery(id, useQueryClient()))
  const { data, refetch } = query
  const error = useFailure(query)
  const isGone = error instanceof ApiError && error.status === 404
  return (
    <div className="gallery gallery-single">
      <p className="gallery-ways">
        <ButtonLink href={data ? `/gallery?type=${data.type}` : '/gallery'} size="small">
          {picture.back}
        </ButtonLink>
      </p>
      {isGone ? (
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
          {data ? <Print image={data} /> : !error && <Waiting />}
        </>
      )}
    </div>
  )
}

function Print({ image }: { image: Image }) {
  useLikes([image])
  usePageTitle(titleOf(image))
  return (
    <article className="gallery-print gallery-large">
      <Picture className="gallery-picture" image={image} alt={altOf(image)} sizes="min(92vw, 46rem)" eager whole />
      <div className="gallery-about">
        <div className="gallery-line">
          <h1 className="gallery-signature">{image.signature || texts.anonymous}</h1>
          <LikeButton image={image} />
        </div>
        <LikeStatus image={image} />
        {image.caption && <p className="gallery-words">{image.caption}</p>}
        <Badges image={image} />
        <div className="gallery-ways">
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
  return <Button onClick={() => share({ title: titleOf(image), path: pathOf(image.id) })}>{picture.share}</Button>
}

/** The page's layout, still without its picture. */
function Waiting() {
  return (
    <div className="gallery-wait">
      <div className="gallery-print gallery-large" data-blank="">
        <div className="gallery-picture" />
      </div>
      <Spinner label={texts.loading} />
    </div>
  )
}
