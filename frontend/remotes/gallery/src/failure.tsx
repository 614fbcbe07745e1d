import { Button, ErrorPanel } from '@mcwick/ui'
import type { ReactNode } from 'react'
import { texts } from './texts'

/** What went wrong, and the way to try again. */
export function Failure({ error, onRetry, children }: { error?: unknown; onRetry: () => void; children: ReactNode }) {
  return (
    <ErrorPanel
      error={error}
      action={
        <Button size="small" onClick={() => onRetry()}>
          {texts.retry}
        </Button>
      }
    >
      {children}
    </ErrorPanel>
  )
}
