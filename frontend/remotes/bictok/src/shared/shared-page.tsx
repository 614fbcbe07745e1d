import { ApiError, type SharedVideo } from '@mcwick/api-client'
import { ButtonLink, EmptyState, ErrorPanel, Spinner, useFailure } from '@mcwick/ui'
import { useQuery } from '@tanstack/react-query'
import { sharedVideoQuery } from '../api/video'
import { texts } from '../texts'
import { Film } from '../video/film'

const { shared } = texts

/** The page of one video, to be sent around. */
export function SharedPage({ id }: { id: string }) {
  const query = useQuery(sharedVideoQuery(id))
  const { data, refetch } = query
  const error = useFailure(query)
  if (data) return <Screening video={data} />
  if (error instanceof ApiError && error.status === 404)
    return (
      <EmptyState pose="mood-failed">
        <h1>{shared.gone}</h1>
        <p>{shared.goneHint}</p>
        <Own />
      </EmptyState>
    )
  return (
    <div className="bictok-shared">
      {error ? (
        <ErrorPanel error={error} onRetry={refetch}>
          {shared.failed}
        </ErrorPanel>
      ) : (
        <div className="bictok-phone bictok-making">
          <Spinner label={shared.waiting} />
        </div>
      )}
    </div>
  )
}

function Screening({ video }: { video: SharedVideo }) {
  return (
    <article className="bictok-shared">
      <Film video={video} />
      <div className="bictok-card bictok-about">
        <h1>{video.title}</h1>
        <h2>{shared.story}</h2>
        <p className="bictok-script">{video.description}</p>
        <Own />
      </div>
    </article>
  )
}

function Own() {
  return (
    <ButtonLink href="/bictok" kind="primary">
      {shared.own}
    </ButtonLink>
  )
}
