import { ActionButton } from '@mcwick/forms'
import { Button, ButtonLink } from '@mcwick/ui'
import type { Ref } from 'react'
import { texts } from './texts'
import type { PublishState } from './use-publishing'

const { publish, result } = texts

interface WaysProps {
  ref: Ref<HTMLDivElement>
  state: PublishState
  /** The version that hangs, the last if there are several. */
  publishedId: string | undefined
  /** There is a picture to publish. */
  isReady: boolean
  /** Which text cannot be drawn, counted from one; undefined when all can. */
  notDrawable: number | undefined
  onBack: () => void
  onPublish: () => void
}

/** Back to the form, or on to the wall. */
export function Ways({ ref, state, publishedId, isReady, notDrawable, onBack, onPublish }: WaysProps) {
  const isPublished = state === 'success'
  return (
    <>
      <div className="studio-ways">
        <Button onClick={onBack}>{result.back}</Button>
        <ActionButton
          kind={isPublished ? 'success' : 'primary'}
          busy={isPublished || state === 'pending' || !isReady}
          disabledReason={notDrawable && !isPublished ? publish.notDrawable(notDrawable) : undefined}
          onClick={onPublish}
        >
          {labelOf(state, publish.open)}
        </ActionButton>
      </div>
      {publishedId && (
        <div className="studio-on" ref={ref}>
          <ButtonLink href="/gallery" size="small">
            {publish.seeIt}
          </ButtonLink>
          <ButtonLink href={`/gallery/${publishedId}`} size="small">
            {publish.openPicture}
          </ButtonLink>
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

/** What a button that publishes says. */
export function labelOf(state: PublishState, idle: string): string {
  if (state === 'pending') return publish.publishing
  return state === 'success' ? publish.published : idle
}
