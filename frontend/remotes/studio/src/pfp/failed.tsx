import type { Failure } from '@mcwick/jobs'
import { Button, ErrorPanel } from '@mcwick/ui'
import type { Ref } from 'react'
import { SketchView } from './sketch-view'
import { texts } from './texts'
import { TraitList } from './trait-list'
import type { Traits } from './traits'

interface FailedProps {
  heading: Ref<HTMLHeadingElement>
  traits: Traits
  failure: Failure
  onBack: () => void
  onAgain: () => void
}

/** Step 2, when there is no picture. */
export function Failed({ heading, traits, failure, onBack, onAgain }: FailedProps) {
  return (
    <div className="studio">
      <div className="studio-stage pfp-small">
        <div className="studio-frame">
          <SketchView traits={traits} />
        </div>
      </div>
      <div className="studio-panel">
        <h1 ref={heading} tabIndex={-1}>
          {texts.title}
        </h1>
        <ErrorPanel error={failure.error} reason={failure.reason}>
          {failure.message}
        </ErrorPanel>
        <TraitList traits={traits} />
        <div className="studio-ways">
          <Button onClick={onBack}>{texts.result.back}</Button>
          <Button kind="primary" onClick={onAgain}>
            {texts.tryAgain}
          </Button>
        </div>
      </div>
    </div>
  )
}
