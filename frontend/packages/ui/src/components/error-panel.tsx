import { traceIdOf } from '@mcwick/api-client'
import type { ReactNode } from 'react'
import { useShell } from '../contract'
import { Mascot } from './mascot'

const texts = { details: 'Details', receipt: 'Receipt' }

interface ErrorPanelProps {
  children: ReactNode
  action?: ReactNode
  /** What went wrong; of it only the trace is shown, behind a lid, for those who can help. */
  error?: unknown
}

/** The red box: one honest sentence, and one next step where there is one. */
export function ErrorPanel({ children, action, error }: ErrorPanelProps) {
  const traceId = traceIdOf(error)
  return (
    <div className="mc-error" role="alert">
      <Mascot pose="mood-failed" />
      <div className="mc-error-text">
        {children}
        {traceId && <Receipt traceId={traceId} />}
      </div>
      {action}
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
