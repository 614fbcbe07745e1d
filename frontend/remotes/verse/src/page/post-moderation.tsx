import type { PublicationModeration } from '@mcwick/api-calls'
import { ModerationPanel } from '@mcwick/forms'
import type { ComponentProps } from 'react'
import { texts } from '../texts'

/** Whether a decision keeps a post from being public. */
export function isHidden({ moderation }: { moderation?: PublicationModeration | undefined }) {
  return moderation?.state === 'MODERATION_STATE_HIDDEN' || moderation?.state === 'MODERATION_STATE_REMOVED'
}

/** What was decided about a post, and its maker's appeal with the answer. */
export function PostModeration(props: Omit<ComponentProps<typeof ModerationPanel>, 'words' | 'className'>) {
  return <ModerationPanel {...props} words={texts.posts.moderation} className="verse-sheet" />
}
