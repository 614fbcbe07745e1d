import { useShell } from '@mcwick/shell-contract'
import { ErrorBoundary, Spinner } from '@mcwick/ui'
import { type ComponentType, Suspense, startTransition, useEffect, useState } from 'react'
import { texts } from '../texts'
import { LoadError } from './load-error'
import { loadRemote, prefetchRemote } from './load-remote'

interface RemoteSlotProps {
  remote: { name: string; entry: string }
}

const loaded = new Map<string, ComponentType>()

/** Loads and renders a remote's page; failures of the remote stay inside. */
export function RemoteSlot({ remote }: RemoteSlotProps) {
  const { location: address } = useShell()
  const [attempt, setAttempt] = useState(0)
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
    <ErrorBoundary
      key={attempt}
      resetKey={address.path}
      fallback={<LoadError onRetry={retry} onBackgroundRetry={retryInBackground} />}
    >
      <Suspense fallback={<Loading />}>
        <RemotePage remote={remote} attempt={attempt} />
      </Suspense>
    </ErrorBoundary>
  )
}

/**
 * The page of a remote once it is loaded. Lazy components would show it later: React keeps a fallback that it has just shown
 * for 300 ms.
 */
function RemotePage({ remote, attempt }: RemoteSlotProps & { attempt: number }) {
  const [Page, setPage] = useState(() => loaded.get(remote.name))
  const [failure, setFailure] = useState<unknown>()
  useEffect(() => {
    if (Page) return
    const loading = attempt === 0 ? prefetchRemote(remote) : loadRemote(remote, attempt)
    loading.then((module) => {
      loaded.set(remote.name, module.default)
      startTransition(() => setPage(() => module.default)) // no fallback for what the page loads lazily
    }, setFailure)
  }, [Page, remote, attempt])
  if (failure) throw failure
  return Page ? (
    <div data-mfe={remote.name}>
      <Page />
    </div>
  ) : (
    <Loading />
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
