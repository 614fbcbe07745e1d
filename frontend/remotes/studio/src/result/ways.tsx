import { Button, ButtonLink } from '@mcwick/ui'
import type { Ref } from 'react'
import { texts } from './texts'

const { publish, result } = texts
const whyNot = 'studio-why-not'

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
  const isBlocked = notDrawable !== undefined && !published
  return (
    <div className="studio-ways" ref={ref}>
      <Button onClick={onBack}>{result.back}</Button>
      <Button
        kind={published ? 'success' : 'primary'}
        disabled={published || state === 'pending' || !isReady || isBlocked}
        aria-describedby={isBlocked ? whyNot : undefined}
        onClick={onPublish}
      >
        {labelOf(state, publish.open)}
      </Button>
      {isBlocked && (
        <p id={whyNot} className="mc-hint">
          {publish.notDrawable.replace('{n}', String(notDrawable))}
        </p>
      )}
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
