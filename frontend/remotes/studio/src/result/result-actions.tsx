import { ActionButton } from '@mcwick/forms'
import { Button, ButtonLink } from '@mcwick/ui'
import type { Ref } from 'react'
import { texts } from './texts'
import type { PublishState } from './use-publishing'

const { publish, result } = texts

interface ResultActionsProps {
  ref: Ref<HTMLDivElement>
  state: PublishState
  /** The id of the last published version. */
  publishedId: string | undefined
  /** Whether that version is not public yet. */
  isHeld: boolean
  /** Whether the artwork is loaded. */
  isReady: boolean
  /** The number of the layer that cannot be drawn, from one; undefined when all can. */
  notDrawable: number | undefined
  onBack: () => void
  onPublish: () => void
}

/** The buttons back to the form and to publish, and links to what is published. */
export function ResultActions({
  ref,
  state,
  publishedId,
  isHeld,
  isReady,
  notDrawable,
  onBack,
  onPublish,
}: ResultActionsProps) {
  const isPublished = state === 'success' || state === 'held'
  return (
    <>
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
      </div>
      {publishedId && (
        <div className="studio-published-links" ref={ref}>
          {isHeld ? (
            <ButtonLink href="/verse" size="small">
              {publish.myPosts}
            </ButtonLink>
          ) : (
            <>
              <ButtonLink href="/gallery" size="small">
                {publish.seeIt}
              </ButtonLink>
              <ButtonLink href={`/gallery/${publishedId}`} size="small">
                {publish.openPicture}
              </ButtonLink>
            </>
          )}
          {isPublished && (
            <Button size="small" onClick={onPublish}>
              {publish.change}
            </Button>
          )}
        </div>
      )}
    </>
  )
}

/** Returns the label of a publish button. */
export function publishLabel(state: PublishState, idle: string): string {
  if (state === 'pending') return publish.publishing
  if (state === 'held') return publish.held
  return state === 'success' ? publish.published : idle
}
