import { Button, EmptyState } from '@mcwick/ui'
import { useEffect, useRef } from 'react'
import { texts } from '../texts'

const laterMs = 15_000

interface FailedProps {
  onRetry: () => void
  /** Is called every 15 s: what may come back by itself is looked for here. */
  onLater?: () => Promise<void>
}

/** A part of the house that did not come; the visitor may ask for it again. */
export function Failed({ onRetry, onLater }: FailedProps) {
  const later = useRef(onLater)
  later.current = onLater
  useEffect(() => {
    const timer = setInterval(() => later.current?.().catch(() => undefined), laterMs)
    return () => clearInterval(timer)
  }, [])
  return (
    <EmptyState pose="mood-failed">
      <h1>{texts.remote.failedTitle}</h1>
      <p role="alert">{texts.remote.failed}</p>
      <Button kind="primary" onClick={onRetry}>
        {texts.remote.retry}
      </Button>
    </EmptyState>
  )
}
