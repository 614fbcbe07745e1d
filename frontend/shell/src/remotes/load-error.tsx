import { Button, EmptyState } from '@mcwick/ui'
import { useEffect, useEffectEvent } from 'react'
import { texts } from '../texts'

const backgroundRetryMs = 15_000

interface LoadErrorProps {
  onRetry: () => void
  /** Called every 15 seconds to retry in the background. */
  onBackgroundRetry?: () => Promise<void>
}

/** The page shown when a remote or a chunk fails to load, with a retry button. */
export function LoadError({ onRetry, onBackgroundRetry: onLater }: LoadErrorProps) {
  const retry = useEffectEvent(() => onLater?.().catch(() => undefined))
  useEffect(() => {
    const timer = setInterval(() => retry(), backgroundRetryMs)
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
