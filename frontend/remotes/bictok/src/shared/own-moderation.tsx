import { appealSharedVideo } from '@mcwick/api-calls'
import { userAction } from '@mcwick/api-client'
import { ModerationPanel, usePersonalReads } from '@mcwick/forms'
import { useQuery } from '@tanstack/react-query'
import { videoModerationQuery } from '../api/video'
import { texts } from '../texts'

/** What was decided about a video, and the answer to an appeal, for its maker; nothing for others. */
export function OwnModeration({ id }: { id: string }) {
  const { account, enabled } = usePersonalReads()
  const { data, refetch } = useQuery({ ...videoModerationQuery(id, account), enabled })
  if (!data) return null
  return (
    <ModerationPanel
      moderation={data}
      words={texts.shared.moderation}
      className="bictok-about"
      sendAppeal={(text) => userAction('appeal', (span) => appealSharedVideo(id, { text }, { span }))}
      onAppealed={refetch}
    />
  )
}
