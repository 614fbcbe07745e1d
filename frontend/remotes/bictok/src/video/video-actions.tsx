import type { Video } from '@mcwick/api-calls'
import { ActionButton, useShare } from '@mcwick/forms'
import { describeFailure } from '@mcwick/jobs'
import { ButtonLink, ErrorPanel } from '@mcwick/ui'
import { useMutation } from '@tanstack/react-query'
import { shareVideoById } from '../api/video'
import { videoPath } from '../paths'
import { texts } from '../texts'

const { video: videoTexts } = texts

interface VideoActionsProps {
  video: Video
  /** Where its file is, for some minutes. */
  url: string
  /** Returns where it is from now on. */
  onRenew: () => Promise<string>
}

/** The buttons to download and share a video. */
export function VideoActions({ video, url, onRenew }: VideoActionsProps) {
  const shareUrl = useShare(videoTexts)
  const sharing = useMutation({
    mutationFn: () => shareVideoById(video.id),
    onSuccess: () => shareUrl({ title: video.title, path: videoPath(video.id) }),
  })
  return (
    <div className="bictok-video-actions">
      <a
        className="mc-button"
        data-kind="plain"
        href={url}
        download={videoTexts.file}
        onClick={(event) => {
          event.preventDefault()
          onRenew().then(download, () => download(url))
        }}
      >
        {videoTexts.download}
      </a>
      <ActionButton kind="primary" busy={sharing.isPending} onClick={() => sharing.mutate()}>
        {sharing.isPending ? videoTexts.sharing : videoTexts.share}
      </ActionButton>
      {sharing.isSuccess && (
        <ButtonLink href={videoPath(video.id)} size="small">
          {videoTexts.page}
        </ButtonLink>
      )}
      {sharing.isError && (
        <ErrorPanel
          error={sharing.error}
          reason={describeFailure(sharing.error, { failed: videoTexts.shareFailed }).reason}
        >
          {videoTexts.shareFailed}
        </ErrorPanel>
      )}
    </div>
  )
}

/** Downloads a video; the browser says when that fails. */
function download(url: string) {
  const link = document.createElement('a')
  link.href = url
  link.download = videoTexts.file
  link.click()
}
