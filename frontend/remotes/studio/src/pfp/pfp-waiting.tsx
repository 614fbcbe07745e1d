import { ActionButton } from '@mcwick/forms'
import type { Ref } from 'react'
import { type JobProgress, JobStage } from '../waiting/job-stage'
import { texts } from './texts'
import { TraitList } from './trait-list'
import type { Traits } from './traits'

interface PfpWaitingProps extends JobProgress {
  /** Absent while the result's code loads, so that the focus moves to the result's heading. */
  heading?: Ref<HTMLHeadingElement>
  traits: Traits
}

/** Step 2, while the artwork is drawn. */
export function PfpWaiting({ heading, traits, ...progress }: PfpWaitingProps) {
  return (
    <div className="studio">
      <JobStage generating messages={texts.waitingMessages} {...progress} />
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
