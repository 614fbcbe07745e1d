import type { Job } from '@mcwick/api-calls'
import { ActionButton } from '@mcwick/forms'
import type { Ref } from 'react'
import { Stage } from '../waiting/stage'
import { texts } from './texts'
import { TraitList } from './trait-list'
import type { Traits } from './traits'

interface WaitingProps {
  /** Absent while it only stands in for the result's code: then the focus waits for that. */
  heading?: Ref<HTMLHeadingElement>
  traits: Traits
  /** What is known of the picture on its way. */
  job: Job | undefined
  onCancel: () => void
}

/** Step 2, while the picture is drawn. */
export function Waiting({ heading, traits, job, onCancel }: WaitingProps) {
  return (
    <div className="studio">
      <Stage generating patter={texts.patter} job={job} onCancel={onCancel} />
      <div className="studio-panel">
        <h1 ref={heading} tabIndex={-1}>
          {texts.title}
        </h1>
        <TraitList traits={traits} />
        <ActionButton kind="primary" busy>
          {texts.generating}
        </ActionButton>
      </div>
    </div>
  )
}
