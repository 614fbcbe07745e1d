import type { Video } from '@mcwick/api-calls'
import { ActionButton, useShare } from '@mcwick/forms'
import { describeFailure } from '@mcwick/jobs'
import { useShell } from '@mcwick/shell-contract'
import { ButtonLink, ErrorPanel } from '@mcwick/ui'
import { useMutation } from '@tanstack/react-query'
import { shareVideoById } from '../api/video'
import { videoPath } from '../paths'
import { texts } from '../texts'

const { video: videoTexts } = texts

/** The buttons to download and share a video. */
export function VideoActions({ video }: { video: Video }) {
  const { mediaBase } = useShell().config
  const shareUrl = useShare(videoTexts)
  const sharing = useMutation({
    mutationFn: () => shareVideoById(video.id),
    onSuccess: () => shareUrl({ title: video.title, path: videoPath(video.id) }),
  })
  return (
    <div className="bictok-video-actions">
      <a className="mc-button" data-kind="plain" href={mediaBase + video.objectName} download={videoTexts.file}>
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
