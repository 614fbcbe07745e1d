import type { Job } from '@mcwick/api-client'
import { Action } from '@mcwick/ui'
import { useArrival } from '../use-arrival'
import { Stage } from '../waiting/stage'
import { texts } from './texts'
import { TraitList } from './trait-list'
import type { Traits } from './traits'

interface WaitingProps {
  traits: Traits
  /** What is known of the picture on its way. */
  job: Job | undefined
  onCancel: () => void
}

/** Step 2, while the picture is drawn. */
export function Waiting({ traits, job, onCancel }: WaitingProps) {
  const ref = useArrival()
  return (
    <div className="studio pfp-step" ref={ref} tabIndex={-1}>
      <Stage generating patter={texts.patter} job={job} onCancel={onCancel} />
      <div className="studio-panel">
        <h1>{texts.title}</h1>
        <TraitList traits={traits} />
        <Action kind="primary" busy>
          {texts.generating}
        </Action>
      </div>
    </div>
  )
}
