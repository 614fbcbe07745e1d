import { Code, ConnectError } from '@connectrpc/connect'
import { Button } from '@mcwick/ui'

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
