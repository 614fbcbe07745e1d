import type { Job } from '@mcwick/api-calls'
import { RotatingMessages } from '@mcwick/forms'
import { QueueStatus } from '@mcwick/jobs'
import { texts } from '../texts'

const { result } = texts
const lines = ['a', 'b', 'c', 'd', 'e'] as const

interface WaitingProps {
  job: Job | undefined
  onCancel: () => void
}

/** The script's card while it is written: its lines are there, still without ink. */
export function Waiting({ job, onCancel }: WaitingProps) {
  return (
    <div className="bictok-skeleton" aria-busy="true">
      <div className="bictok-patter">
        <RotatingMessages {...result.patter} />
      </div>
      {lines.map((line) => (
        <span key={line} className="bictok-line" />
      ))}
      <QueueStatus className="bictok-queue" label={result.waiting} job={job} onCancel={onCancel} />
    </div>
  )
}
