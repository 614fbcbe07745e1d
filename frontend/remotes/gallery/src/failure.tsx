import { Button, ErrorPanel } from '@mcwick/ui'
import type { ReactNode } from 'react'
import { texts } from './texts'

/** What went wrong, and the way to try again. */
export function Failure({ onRetry, children }: { onRetry: () => void; children: ReactNode }) {
  return (
    <ErrorPanel
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
