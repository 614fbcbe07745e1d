import type { Failure } from '@mcwick/jobs'
import { Button, ErrorPanel } from '@mcwick/ui'
import { useArrival } from '../use-arrival'
import { SketchView } from './sketch-view'
import { texts } from './texts'
import { TraitList } from './trait-list'
import type { Traits } from './traits'

interface FailedProps {
  traits: Traits
  failure: Failure
  onBack: () => void
  onAgain: () => void
}

/** Step 2, when there is no picture. */
export function Failed({ traits, failure, onBack, onAgain }: FailedProps) {
  const ref = useArrival()
  return (
    <div className="studio pfp-step" ref={ref} tabIndex={-1}>
      <div className="studio-stage pfp-small">
        <div className="studio-frame">
          <SketchView traits={traits} />
        </div>
      </div>
      <div className="studio-panel">
        <h1>{texts.title}</h1>
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
