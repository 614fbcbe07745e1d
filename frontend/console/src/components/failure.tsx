import { Code, ConnectError } from '@connectrpc/connect'
import { Button } from '@mcwick/ui'
import { useState } from 'react'

interface FailureProps {
  error: unknown
  /** What was tried, such as “The queue could not be read.” */
  what?: string
  onRetry?: () => unknown
}

const withoutAnswer = [Code.DeadlineExceeded, Code.Unavailable, Code.Unknown, Code.Internal, Code.Canceled]

/** Whether what was sent may have been done all the same: its answer did not come. */
export const mayBeDone = (error: ConnectError | undefined) => error && withoutAnswer.includes(error.code)

/** Why something failed, with its code and trace id for a report. */
export function Failure({ error, what, onRetry }: FailureProps) {
  const { rawMessage, metadata } = ConnectError.from(error)
  const code = metadata.get('McWick-Code')
  const trace = metadata.get('McWick-Trace')
  return (
    <div className="console-failure" role="alert">
      <p>
        {what} {rawMessage}
      </p>
      {(code || trace) && (
        <p className="mc-hint">
          {code} {trace && <code>{trace}</code>}
        </p>
      )}
      {onRetry && (
        <Button size="small" onClick={() => onRetry()}>
          Try again
        </Button>
      )}
    </div>
  )
}

const failuresShown = 2

interface FailuresProps<T> {
  of: readonly T[]
  /** Returns what was tried, and whether it is known that it was not done. */
  describe: (one: T) => string
}

/** The last failures among what was tried, in view wherever the operator looks, each until it is dismissed. */
export function Failures<T extends { error?: unknown }>({ of, describe }: FailuresProps<T>) {
  const [dismissed, setDismissed] = useState<readonly T[]>([])
  const failed = of.filter(({ error }) => error)
  const left = failed.filter((one) => !dismissed.includes(one))
  const shown = left.slice(-failuresShown)
  if (shown.length === 0) return null
  return (
    <div className="console-failures">
      {shown.map((one) => (
        <Failure key={failed.indexOf(one)} what={describe(one)} error={one.error} />
      ))}
      {left.length > shown.length && <p className="console-failure">and {left.length - shown.length} more</p>}
      <Button size="small" onClick={() => setDismissed([...dismissed, ...shown])}>
        Dismiss
      </Button>
    </div>
  )
}
