import { reportSharedVideo, type SharedVideo } from '@mcwick/api-calls'
import { ApiError, userAction } from '@mcwick/api-client'
import { DownloadLink, HandleLink, ReportButton, usePageTitle, useShare } from '@mcwick/forms'
import { useShell } from '@mcwick/shell-contract'
import { Button, ButtonLink, EmptyState, ErrorPanel, Spinner, useFailure } from '@mcwick/ui'
import { useQuery } from '@tanstack/react-query'
import { sharedVideoQuery, videoHandleQuery } from '../api/video'
import { videoPath } from '../paths'
import { texts } from '../texts'
import { VideoPlayer } from '../video/video-player'
import { sharedUrls } from '../video/video-urls'
import { MoreVideos } from './more-videos'
import { OwnModeration } from './own-moderation'

const { shared } = texts

/** The page /bictok/{id} of a shared video. */
export function SharedPage({ id }: { id: string }) {
  const query = useQuery(sharedVideoQuery(id))
  const { data, refetch } = query
  const error = useFailure(query)
  if (data) return <VideoDetail video={data} />
  if (error instanceof ApiError && (error.status === 404 || error.status === 410))
    return (
      <EmptyState pose="mood-failed">
        <h1>{shared.gone}</h1>
        <p>{shared.goneHint}</p>
        {error.status === 410 && <OwnModeration id={id} />}
        <GeneratorLink />
      </EmptyState>
    )
  return (
    <div className="bictok-shared">
      {error ? (
        <ErrorPanel error={error} onRetry={refetch}>
          {texts.video.notLoaded}
        </ErrorPanel>
      ) : (
        <div className="bictok-phone bictok-making">
          <Spinner label={shared.waiting} />
        </div>
      )}
    </div>
  )
}

const day = { dateStyle: 'long' } as const

const maxTitleLength = 60 // characters of the description in the title

function VideoDetail({ video }: { video: SharedVideo }) {
  const title = `${video.title}: ${truncate(video.description)}`
  usePageTitle(title)
  const urls = sharedUrls(video, useShell().config.mediaBase)
  const shareUrl = useShare(texts.video)
  const { data: handle } = useQuery(videoHandleQuery(video.id))
  return (
    <article className="bictok-shared">
      <VideoPlayer video={video} urls={urls} />
      <div className="bictok-card bictok-about">
        <h1>{video.title}</h1>
        {handle && <HandleLink handle={handle} />}
        <OwnModeration id={video.id} />
        {video.shareTime && (
          <p className="mc-hint">
            <time dateTime={new Date(video.shareTime).toISOString()}>
              {shared.since(new Date(video.shareTime).toLocaleDateString('en', day))}
            </time>
          </p>
        )}
        <details className="bictok-story">
          <summary>{shared.story}</summary>
          <p className="bictok-script">{video.description}</p>
        </details>
        <div className="bictok-shared-actions">
          <Button onClick={() => shareUrl({ title, path: videoPath(video.id) })}>{texts.video.share}</Button>
          <DownloadLink href={urls.source} name={texts.video.file}>
            {shared.download}
          </DownloadLink>
          <GeneratorLink />
          <ReportButton
            id={video.id}
            subject={video.title}
            reasons={shared.reasons}
            send={(report) => userAction('report video', (span) => reportSharedVideo(video.id, report, { span }))}
          />
        </div>
      </div>
      <MoreVideos id={video.id} />
    </article>
  )
}

/** Truncates a text between words. */
function truncate(text: string): string {
  if (text.length <= maxTitleLength) return text
  return `${text.slice(0, maxTitleLength).replace(/\s+\S*$/, '')}…`
}

function GeneratorLink() {
  return (
    <ButtonLink href="/bictok" kind="primary">
      {shared.own}
    </ButtonLink>
  )
}
