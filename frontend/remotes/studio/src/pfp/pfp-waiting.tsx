import type { Job } from '@mcwick/api-calls'
import { ActionButton } from '@mcwick/forms'
import type { Ref } from 'react'
import { JobStage } from '../waiting/job-stage'
import { texts } from './texts'
import { TraitList } from './trait-list'
import type { Traits } from './traits'

interface PfpWaitingProps {
  /** Absent while the result's code loads, so that the focus moves to the result's heading. */
  heading?: Ref<HTMLHeadingElement>
  traits: Traits
  /** The last known version of the job. */
  job: Job | undefined
  isSolving: boolean
  onCancel: () => void
}

/** Step 2, while the artwork is drawn. */
export function PfpWaiting({ heading, traits, job, isSolving, onCancel }: PfpWaitingProps) {
  return (
    <div className="studio">
      <JobStage generating messages={texts.waitingMessages} job={job} isSolving={isSolving} onCancel={onCancel} />
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
