import type { PublicationModeration } from '@mcwick/api-calls'
import { ModerationPanel } from '@mcwick/forms'
import { texts } from '../texts'

/** Whether a decision keeps a post from being public. */
export function isHidden({ moderation }: { moderation?: PublicationModeration | undefined }) {
  return moderation?.state === 'MODERATION_STATE_HIDDEN' || moderation?.state === 'MODERATION_STATE_REMOVED'
}

interface PostModerationProps {
  moderation: PublicationModeration
  sendAppeal: (text: string) => Promise<unknown>
  onAppealed: () => unknown
}

/** What was decided about a post, and its maker's appeal with the answer. */
export function PostModeration({ moderation, sendAppeal, onAppealed }: PostModerationProps) {
  return (
    <ModerationPanel
      moderation={moderation}
      words={texts.posts.moderation}
      className="verse-sheet"
      sendAppeal={sendAppeal}
      onAppealed={onAppealed}
    />
  )
}
