import { Button, EmptyState, Spinner } from '@mcwick/ui'
import { type ComponentType, lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { texts } from '../texts'
import { Boundary } from './boundary'
import { loadRemote, prefetchRemote } from './load-remote'

interface RemoteSlotProps {
  remote: { name: string; entry: string }
}

const loaded = new Map<string, ComponentType>()

/** The place of a remote's page. Whatever happens to the remote stays in here. */
export function RemoteSlot({ remote }: RemoteSlotProps) {
  const [attempt, setAttempt] = useState(0)
  // A lazy component remembers its failure, so each attempt needs one of its own.
  const Page = useMemo(
    () =>
      loaded.get(remote.name) ??
      lazy(async () => {
        const module = await (attempt === 0 ? prefetchRemote(remote) : loadRemote(remote, attempt))
        loaded.set(remote.name, module.default)
        return module
      }),
    [remote, attempt],
  )
  // A broken chunk outlives a second attempt in the browser's module map; only a new page forgets it.
  const retry = () => (attempt === 0 ? setAttempt(1) : location.reload())
  return (
    <Boundary key={attempt} fallback={<Failed onRetry={retry} onLater={() => setAttempt(attempt + 1)} />}>
      <Suspense fallback={<Loading />}>
        <div data-mfe={remote.name}>
          <Page />
        </div>
      </Suspense>
    </Boundary>
  )
}

/** A page on its way. */
export function Loading() {
  return (
    <div className="grid min-h-[60dvh] place-items-center">
      <Spinner label={texts.remote.loading} />
    </div>
  )
}

const laterMs = 15_000

/** Tries again by itself after a while, and at once when the visitor asks. */
function Failed({ onRetry, onLater }: { onRetry: () => void; onLater: () => void }) {
  const later = useRef(onLater)
  later.current = onLater
  useEffect(() => {
    const timer = setTimeout(() => later.current(), laterMs)
    return () => clearTimeout(timer)
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
