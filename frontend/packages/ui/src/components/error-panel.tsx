import { ApiError, traceIdOf } from '@mcwick/api-client'
import { useShell } from '@mcwick/shell-contract'
import type { ReactNode } from 'react'
import { Button } from './button'
import { Mascot } from './mascot'

const tooMany = 429
/** The codes of what operators have the site refuse. Their details say until when. */
const operatorRefusals = ['BLOCKED', 'LOCKDOWN']
const texts = { details: 'Details', receipt: 'Receipt', retry: 'Try again' }

interface ErrorPanelProps {
  /** What happened. */
  children: ReactNode
  /** One more sentence: why, and what to do now. Rate limits and operators' refusals show their own detail without it. */
  reason?: string | undefined
  /** The error; only its trace id is shown, collapsed, for support. */
  error?: unknown
  /**
   * presentation: something else announces it, such as the dialog around it. status: the page works without the failed
   * part, so it is one line.
   */
  role?: 'alert' | 'presentation' | 'status'
  /** Shows a retry button. */
  onRetry?: (() => unknown) | undefined
}

/** An error message, with a retry button where a retry is possible. */
export function ErrorPanel({ children, reason, error, role = 'alert', onRetry }: ErrorPanelProps) {
  const traceId = traceIdOf(error)
  const why = reason ?? (hasOwnReason(error) ? error.detail : undefined)
  return (
    <div className="mc-error" role={role}>
      {role !== 'status' && <Mascot pose="mood-failed" />}
      <div className="mc-error-text">
        <p>{children}</p>
        {why && why !== children && <p className="mc-error-reason">{why}</p>}
        {traceId && <TraceReference traceId={traceId} />}
      </div>
      {onRetry && (
        <Button size="small" onClick={() => onRetry()}>
          {texts.retry}
        </Button>
      )}
    </div>
  )
}

/** Whether the detail of an error is for visitors wherever it occurs. */
function hasOwnReason(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.status === tooMany || operatorRefusals.includes(error.code))
}

/** The trace id of a failure, as a link where the site has a trace viewer. */
function TraceReference({ traceId }: { traceId: string }) {
  const { flags } = useShell().config
  return (
    <details className="mc-receipt">
      <summary>{texts.details}</summary>
      {texts.receipt}{' '}
      {flags.traceViewer ? (
        <a href={`/debug/trace/${traceId}`} target="_blank" rel="noopener">
          {traceId}
        </a>
      ) : (
        <code>{traceId}</code>
      )}
    </details>
  )
}
