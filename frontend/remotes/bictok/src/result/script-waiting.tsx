import type { Job } from '@mcwick/api-calls'
import { RotatingMessages } from '@mcwick/forms'
import { QueueStatus } from '@mcwick/jobs'
import { texts } from '../texts'

const { result } = texts
const lines = ['a', 'b', 'c', 'd', 'e'] as const

interface ScriptWaitingProps {
  job: Job | undefined
  isSolving: boolean
  onCancel: () => void
}

/** The skeleton of the script while it is written. */
export function ScriptWaiting({ job, isSolving, onCancel }: ScriptWaitingProps) {
  return (
    <div className="bictok-skeleton">
      <div className="bictok-messages">
        <RotatingMessages {...result.waitingMessages} />
      </div>
      {lines.map((line) => (
        <span key={line} className="bictok-line" aria-busy="true" />
      ))}
      <QueueStatus
        className="bictok-queue"
        label={result.waiting}
        job={job}
        isSolving={isSolving}
        onCancel={onCancel}
      />
    </div>
  )
}
