import { Button, Receipt, whyOf } from '@mcwick/ui'
import type { ReactNode } from 'react'
import { texts } from './texts'

interface StatusLineProps {
  /** What does not work right now. */
  children: ReactNode
  /** One more sentence: why, and what to do now. Whoever asked too often is told so without it. */
  reason?: string | undefined
  /** What went wrong; of it only the trace is shown, behind a lid, for those who can help. */
  error?: unknown
  /** Where trying again may help. */
  onRetry?: (() => unknown) | undefined
}

/** A failure that takes nothing from the page, said quietly: everything that was there stays as it is. */
export function StatusLine({ children, reason, error, onRetry }: StatusLineProps) {
  const why = whyOf(error, reason)
  return (
    <div className="mc-status">
      <div className="mc-status-text" role="status">
        <p>{children}</p>
        {why && <p>{why}</p>}
      </div>
      {onRetry && (
        <Button size="small" onClick={() => onRetry()}>
          {texts.retry}
        </Button>
      )}
      <Receipt error={error} />
    </div>
  )
}
