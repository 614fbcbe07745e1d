import { ApiError, traceIdOf } from '@mcwick/api-client'
import { useShell } from '@mcwick/shell-contract'
import type { ReactNode } from 'react'
import { Button } from './button'
import { Mascot } from './mascot'

const tooMany = 429
const texts = { details: 'Details', receipt: 'Receipt', retry: 'Try again' }

interface ErrorPanelProps {
  /** What happened. */
  children: ReactNode
  /** One more sentence: why, and what to do now. Whoever asked too often is told so without it. */
  reason?: string | undefined
  /** What went wrong; of it only the trace is shown, behind a lid, for those who can help. */
  error?: unknown
  /**
   * presentation: something else says it, such as the dialog around it. status: it takes nothing from the page, and is
   * one quiet line.
   */
  role?: 'alert' | 'presentation' | 'status'
  /** Where the visitor may try again. */
  onRetry?: (() => unknown) | undefined
}

/** The red box: one honest sentence, and one next step where there is one. */
export function ErrorPanel({ children, reason, error, role = 'alert', onRetry }: ErrorPanelProps) {
  const traceId = traceIdOf(error)
  const why = reason ?? (error instanceof ApiError && error.status === tooMany ? error.detail : undefined)
  return (
    <div className="mc-error" role={role}>
      {role !== 'status' && <Mascot pose="mood-failed" />}
      <div className="mc-error-text">
        <p>{children}</p>
        {why && <p className="mc-error-reason">{why}</p>}
        {traceId && <Receipt traceId={traceId} />}
      </div>
      {onRetry && (
        <Button size="small" onClick={() => onRetry()}>
          {texts.retry}
        </Button>
      )}
    </div>
  )
}

/** A failure's trace id. Where traces can be looked at, it leads there. */
function Receipt({ traceId }: { traceId: string }) {
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
