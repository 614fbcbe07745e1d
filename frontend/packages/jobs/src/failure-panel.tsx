import { ErrorPanel } from '@mcwick/ui'
import type { Failure } from './describe-failure'

interface FailurePanelProps {
  failure: Failure
  onRetry?: (() => unknown) | undefined
}

/** What failed, why, and what to do now. */
export function FailurePanel({ failure: { error, message, reason }, onRetry }: FailurePanelProps) {
  return (
    <ErrorPanel error={error} reason={reason} onRetry={onRetry}>
      {message}
    </ErrorPanel>
  )
}
