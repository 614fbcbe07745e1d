import { RotatingMessages } from '@mcwick/forms'
import { QueueStatus } from '@mcwick/jobs'
import type { ComponentProps } from 'react'
import { texts } from '../texts'

const { result } = texts
const lines = ['a', 'b', 'c', 'd', 'e'] as const

type ScriptWaitingProps = Pick<ComponentProps<typeof QueueStatus>, 'job' | 'isSolving' | 'onCancel'>

/** The skeleton of the script while it is written. */
export function ScriptWaiting(props: ScriptWaitingProps) {
  return (
    <div className="bictok-skeleton">
      <div className="bictok-messages">
        <RotatingMessages {...result.waitingMessages} />
      </div>
      {lines.map((line) => (
        <span key={line} className="bictok-line" aria-busy="true" />
      ))}
      <QueueStatus {...props} className="bictok-queue" label={result.waiting} />
    </div>
  )
}
