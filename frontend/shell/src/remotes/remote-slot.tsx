import { Spinner } from '@mcwick/ui'
import { type ComponentType, lazy, Suspense, useMemo, useState } from 'react'
import { texts } from '../texts'
import { ErrorBoundary } from './error-boundary'
import { LoadError } from './load-error'
import { loadRemote, prefetchRemote } from './load-remote'

interface RemoteSlotProps {
  remote: { name: string; entry: string }
}

const loaded = new Map<string, ComponentType>()

/** Loads and renders a remote's page; failures of the remote stay inside. */
export function RemoteSlot({ remote }: RemoteSlotProps) {
  const [attempt, setAttempt] = useState(0)
  // A lazy component caches its failure, so each attempt needs a new one.
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
  // The browser's module map caches a broken chunk, and a loaded remote caches the failure of its lazy pages: after the
  // second attempt only a reload of the document helps.
  const retry = () => (attempt === 0 && !loaded.has(remote.name) ? setAttempt(1) : location.reload())
  // The error stays visible until the remote is loaded.
  const retryInBackground = async () => {
    if (loaded.has(remote.name)) return
    loaded.set(remote.name, (await loadRemote(remote, attempt + 1)).default)
    setAttempt(attempt + 1)
  }
  return (
    <ErrorBoundary key={attempt} fallback={<LoadError onRetry={retry} onBackgroundRetry={retryInBackground} />}>
      <Suspense fallback={<Loading />}>
        <div data-mfe={remote.name}>
          <Page />
        </div>
      </Suspense>
    </ErrorBoundary>
  )
}

/** The loading state of a page. */
export function Loading() {
  return (
    <div className="remote-loading">
      <Spinner label={texts.remote.loading} />
    </div>
  )
}
