import { appealSharedVideo } from '@mcwick/api-calls'
import { userAction } from '@mcwick/api-client'
import { ModerationPanel } from '@mcwick/forms'
import { useStoredUser } from '@mcwick/session'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { videoModerationQuery } from '../api/video'
import { texts } from '../texts'

/** What was decided about a video, and the answer to an appeal, for its maker; nothing for others. */
export function OwnModeration({ id }: { id: string }) {
  const account = useStoredUser()?.publicKey
  const [initial] = useState(account)
  // Its session ends later: until then the server would answer as before.
  const isLeaving = initial !== undefined && account === undefined
  const { data, refetch } = useQuery({ ...videoModerationQuery(id, account), enabled: !isLeaving })
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
