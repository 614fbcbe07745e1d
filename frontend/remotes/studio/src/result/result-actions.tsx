import { ActionButton } from '@mcwick/forms'
import { Button, ButtonLink } from '@mcwick/ui'
import type { ReactNode } from 'react'
import { texts as shared } from '../texts'
import { texts } from './texts'
import type { PublishState } from './use-publishing'

const { publish, result } = texts

interface ResultActionsProps {
  state: PublishState
  /** Whether the artwork is loaded. */
  isReady: boolean
  /** The number of the layer that cannot be drawn, from one; undefined when all can. */
  notDrawable: number | undefined
  onBack: () => void
  onPublish: () => void
  /** More buttons. */
  children: ReactNode
}

/** The buttons back to the form and to publish. */
export function ResultActions({ state, isReady, notDrawable, onBack, onPublish, children }: ResultActionsProps) {
  const isPublished = state === 'success' || state === 'held'
  return (
    <div className="studio-actions">
      <Button onClick={onBack}>{result.back}</Button>
      <ActionButton
        kind={isPublished ? 'success' : 'primary'}
        busy={isPublished || state === 'pending' || !isReady}
        disabledReason={notDrawable && !isPublished ? publish.notDrawable(notDrawable) : undefined}
        onClick={onPublish}
      >
        {publishLabel(state, publish.open)}
      </ActionButton>
      {children}
    </div>
  )
}

interface PublishedLinksProps {
  /** The id of the last published version. */
  id: string
  /** Whether that version is not public yet. */
  isHeld: boolean
}

/** Links to the last published version: one that is held, or one of before the last change. */
export function PublishedLinks({ id, isHeld }: PublishedLinksProps) {
  return (
    <div className="studio-published-links">
      {isHeld ? (
        <ButtonLink href="/verse" size="small">
          {shared.myPosts}
        </ButtonLink>
      ) : (
        <>
          <GalleryLink />
          <ButtonLink href={`/gallery/${id}`} size="small">
            {shared.openPicture}
          </ButtonLink>
        </>
      )}
    </div>
  )
}

/** The link to the gallery. */
export function GalleryLink() {
  return (
    <ButtonLink href="/gallery" size="small">
      {publish.seeIt}
    </ButtonLink>
  )
}

/** Returns the label of a publish button. */
export function publishLabel(state: PublishState, idle: string): string {
  if (state === 'pending') return publish.publishing
  if (state === 'held') return shared.held
  return state === 'success' ? publish.published : idle
}
