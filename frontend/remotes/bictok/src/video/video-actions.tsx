import { shareVideo, type Video } from '@mcwick/api-calls'
import { apiFetchBlob, userAction } from '@mcwick/api-client'
import {
  ActionButton,
  DownloadLink,
  isWithdrawn,
  keepWithdrawn,
  SuccessSheet,
  useProvenHandle,
  useSessionStorage,
  useShare,
} from '@mcwick/forms'
import { describeFailure, FailurePanel } from '@mcwick/jobs'
import { branded, useShell } from '@mcwick/shell-contract'
import { ButtonLink } from '@mcwick/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { videoPath } from '../paths'
import { texts } from '../texts'

const { video: videoTexts } = texts

interface VideoActionsProps {
  video: Video
  /** Where its file is, for some minutes. */
  url: string
  /** Returns where it is from now on. */
  onRenew: () => Promise<string>
  /** Leads back to the script, for another video of it. */
  onAgain: () => void
}

/** The buttons to download and share a video; then what to do with its page. */
export function VideoActions({ video, url, onRenew, onAgain }: VideoActionsProps) {
  const { config } = useShell()
  const path = videoPath(video.id)
  const shareUrl = useShare(videoTexts)
  const client = useQueryClient()
  const handle = useProvenHandle()
  const [isSigned, setIsSigned] = useState(true)
  const [isShared, storeShared] = useSessionStorage(`mcwick.bictok.shared.${video.id}`, 1, () => false)
  const sharing = useMutation({
    mutationFn: () =>
      userAction('share a video', (span) => shareVideo(video.id, handle && isSigned ? { signed: true } : {}, { span })),
    onSuccess: () => {
      keepWithdrawn(video.id, false)
      storeShared(true)
      void client.invalidateQueries({ queryKey: ['publications'] })
      return shareUrl({ title: video.title, path })
    },
  })
  return (
    <div className="bictok-video-actions">
      <DownloadLink href={url} name={videoTexts.file} onRenew={onRenew}>
        {videoTexts.download}
      </DownloadLink>
      {isShared && !isWithdrawn(video.id) ? (
        <SuccessSheet
          heading={videoTexts.shared}
          isNew={!sharing.isIdle}
          page={{ path, title: video.title, text: branded(videoTexts.shareText, config) }}
          file={{ name: videoTexts.file, type: 'video/mp4', load: () => onRenew().then(apiFetchBlob) }}
          links={
            <ButtonLink href={path} size="small">
              {videoTexts.page}
            </ButtonLink>
          }
          onAgain={onAgain}
        />
      ) : (
        <>
          {handle && (
            <label className="bictok-sign">
              <input type="checkbox" checked={isSigned} onChange={({ target }) => setIsSigned(target.checked)} />
              {videoTexts.sign(handle)}
            </label>
          )}
          <ActionButton kind="primary" busy={sharing.isPending} onClick={() => sharing.mutate()}>
            {sharing.isPending ? videoTexts.sharing : videoTexts.share}
          </ActionButton>
        </>
      )}
      {sharing.isError && <FailurePanel failure={describeFailure(sharing.error, { failed: videoTexts.shareFailed })} />}
    </div>
  )
}
