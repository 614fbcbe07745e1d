import { appealPublication, type Publication, type PublicationModeration } from '@mcwick/api-calls'
import { userAction } from '@mcwick/api-client'
import { ModerationPanel } from '@mcwick/forms'
import { texts } from '../texts'

/** Whether a decision keeps a post from being public. */
export function isHidden({ moderation }: Publication) {
  return moderation?.state === 'MODERATION_STATE_HIDDEN' || moderation?.state === 'MODERATION_STATE_REMOVED'
}

interface PostModerationProps {
  postId: string
  moderation: PublicationModeration
  onAppealed: () => unknown
}

/** What was decided about a post, and its maker's appeal with the answer. */
export function PostModeration({ postId, moderation, onAppealed }: PostModerationProps) {
  return (
    <ModerationPanel
      moderation={moderation}
      words={texts.posts.moderation}
      className="verse-sheet"
      sendAppeal={(text) => userAction('appeal', (span) => appealPublication(postId, { text }, { span }))}
      onAppealed={onAppealed}
    />
  )
}
