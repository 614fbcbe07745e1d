import type { Video } from '@mcwick/api-calls'
import { ActionButton, useShare } from '@mcwick/forms'
import { describeFailure } from '@mcwick/jobs'
import { useShell } from '@mcwick/shell-contract'
import { ButtonLink, ErrorPanel } from '@mcwick/ui'
import { useMutation } from '@tanstack/react-query'
import { share } from '../api/video'
import { pathOf } from '../paths'
import { texts } from '../texts'

const { video: words } = texts

/** What one does with a video: keep it, and send it on. */
export function Takeaway({ video }: { video: Video }) {
  const { mediaBase } = useShell().config
  const passOn = useShare(words)
  const sharing = useMutation({
    mutationFn: () => share(video.id),
    onSuccess: () => passOn({ title: video.title, path: pathOf(video.id) }),
  })
  return (
    <div className="bictok-takeaway">
      <a className="mc-button" data-kind="plain" href={mediaBase + video.objectName} download={words.file}>
        {words.download}
      </a>
      <ActionButton kind="primary" busy={sharing.isPending} onClick={() => sharing.mutate()}>
        {sharing.isPending ? words.sharing : words.share}
      </ActionButton>
      {sharing.isSuccess && (
        <ButtonLink href={pathOf(video.id)} size="small">
          {words.page}
        </ButtonLink>
      )}
      {sharing.isError && (
        <ErrorPanel error={sharing.error} reason={describeFailure(sharing.error, { failed: words.shareFailed }).reason}>
          {words.shareFailed}
        </ErrorPanel>
      )}
    </div>
  )
}
