import { ApiError, traceIdOf } from '@mcwick/api-client'
import type { ReactNode } from 'react'
import { useShell } from '../contract'
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
  /** presentation: something else says it, such as the dialog around it. */
  role?: 'alert' | 'presentation'
  /** Where the visitor may try again. */
  onRetry?: () => unknown
}

/** The red box: one honest sentence, and one next step where there is one. */
export function ErrorPanel({ children, reason, error, role = 'alert', onRetry }: ErrorPanelProps) {
  const why = whyOf(error, reason)
  return (
    <div className="mc-error" role={role}>
      <Mascot pose="mood-failed" />
      <div className="mc-error-text">
        <p>{children}</p>
        {why && <p className="mc-error-reason">{why}</p>}
        <Receipt error={error} />
      </div>
      {onRetry && (
        <Button size="small" onClick={() => onRetry()}>
          {texts.retry}
        </Button>
      )}
    </div>
  )
}

/** Why something failed, as far as it is to be said: whoever asked too often is told so. */
export function whyOf(error: unknown, reason: string | undefined): string | undefined {
  return reason ?? (error instanceof ApiError && error.status === tooMany ? error.detail : undefined)
}

/** A failure's trace id, where it has one. Where traces can be looked at, it leads there. */
export function Receipt({ error }: { error: unknown }) {
  const { flags } = useShell().config
  const traceId = traceIdOf(error)
  if (!traceId) return null
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
