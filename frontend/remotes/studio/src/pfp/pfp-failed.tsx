import { type Failure, FailurePanel } from '@mcwick/jobs'
import { Button } from '@mcwick/ui'
import type { Ref } from 'react'
import { SketchImage } from './sketch-image'
import { texts } from './texts'
import { TraitList } from './trait-list'
import type { Traits } from './traits'

interface PfpFailedProps {
  heading: Ref<HTMLHeadingElement>
  traits: Traits
  failure: Failure
  onBack: () => void
  onRetry: () => void
}

/** Step 2, when the job failed. */
export function PfpFailed({ heading, traits, failure, onBack, onRetry }: PfpFailedProps) {
  return (
    <div className="studio">
      <div className="studio-stage pfp-small">
        <SketchImage traits={traits} />
      </div>
      <div className="studio-panel">
        <h1 ref={heading} tabIndex={-1}>
          {texts.title}
        </h1>
        <FailurePanel failure={failure} />
        <TraitList traits={traits} />
        <div className="studio-actions">
          <Button onClick={onBack}>{texts.result.back}</Button>
          <Button kind="primary" onClick={onRetry}>
            {texts.tryAgain}
          </Button>
        </div>
      </div>
    </div>
  )
}
