import type { SharedVideo } from '@mcwick/api-calls'
import { ApiError } from '@mcwick/api-client'
import { ReportButton, usePageTitle, useShare } from '@mcwick/forms'
import { Button, ButtonLink, EmptyState, ErrorPanel, Spinner, useFailure } from '@mcwick/ui'
import { useQuery } from '@tanstack/react-query'
import { reportVideo } from '../api/report-video'
import { sharedVideoQuery } from '../api/video'
import { pathOf } from '../paths'
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

const told = 60 // letters of a story in the title

function Screening({ video }: { video: SharedVideo }) {
  const title = `${video.title}: ${beginningOf(video.description)}`
  usePageTitle(title)
  const passOn = useShare(texts.video)
  return (
    <article className="bictok-shared">
      <Film video={video} />
      <div className="bictok-card bictok-about">
        <h1>{video.title}</h1>
        <h2>{shared.story}</h2>
        <p className="bictok-script">{video.description}</p>
        <div className="bictok-on">
          <Button onClick={() => passOn({ title, path: pathOf(video.id) })}>{texts.video.share}</Button>
          <Own />
          <ReportButton
            subject={video.title}
            reasons={shared.reasons}
            send={(report) => reportVideo(video.id, report)}
          />
        </div>
      </div>
    </article>
  )
}

/** The first words of a text, cut between words. */
function beginningOf(text: string): string {
  if (text.length <= told) return text
  return `${text.slice(0, told).replace(/\s+\S*$/, '')}…`
}

function Own() {
  return (
    <ButtonLink href="/bictok" kind="primary">
      {shared.own}
    </ButtonLink>
  )
}
