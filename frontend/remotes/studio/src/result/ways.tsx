import { Action } from '@mcwick/forms'
import { Button, ButtonLink } from '@mcwick/ui'
import type { Ref } from 'react'
import { texts } from './texts'

const { publish, result } = texts

interface WaysProps {
  ref: Ref<HTMLDivElement>
  state: PublishState
  /** There is a picture to publish. */
  isReady: boolean
  /** Which text cannot be drawn, counted from one; undefined when all can. */
  notDrawable: number | undefined
  onBack: () => void
  onPublish: () => void
}

export type PublishState = 'idle' | 'pending' | 'error' | 'success'

/** Back to the form, or on to the wall. */
export function Ways({ ref, state, isReady, notDrawable, onBack, onPublish }: WaysProps) {
  const published = state === 'success'
  return (
    <div className="studio-ways" ref={ref}>
      <Button onClick={onBack}>{result.back}</Button>
      <Action
        kind={published ? 'success' : 'primary'}
        busy={published || state === 'pending' || !isReady}
        whyNot={notDrawable && !published ? publish.notDrawable.replace('{n}', String(notDrawable)) : undefined}
        onClick={onPublish}
      >
        {labelOf(state, publish.open)}
      </Action>
      {published && (
        <ButtonLink href="/gallery" size="small">
          {publish.seeIt}
        </ButtonLink>
      )}
    </div>
  )
}

/** What a button that publishes says. */
export function labelOf(state: PublishState, idle: string): string {
  if (state === 'pending') return publish.publishing
  return state === 'success' ? publish.published : idle
}
