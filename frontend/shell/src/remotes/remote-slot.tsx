import type { Remote } from '@mcwick/api-calls'
import { useShell } from '@mcwick/shell-contract'
import { ErrorBoundary, Spinner } from '@mcwick/ui'
import { Suspense, useState } from 'react'
import { texts } from '../texts'
import { LoadError } from './load-error'
import { prefetchRemote } from './load-remote'
import { useRemote } from './use-remote'

// The names of the remotes whose pages were rendered.
const shown = new Set<string>()

/** Loads and renders a remote's page; failures of the remote stay inside. */
export function RemoteSlot({ remote }: { remote: Remote }) {
  const { location: address } = useShell()
  const [attempt, setAttempt] = useState(0)
  // The browser's module map caches a broken chunk, and a loaded remote caches the failure of its lazy pages: after the
  // second attempt only a reload of the document helps.
  const retry = () => (attempt === 0 && !shown.has(remote.name) ? setAttempt(1) : location.reload())
  // The error stays visible until the remote is loaded.
  const retryInBackground = async () => {
    if (shown.has(remote.name)) return
    await prefetchRemote(remote)
    setAttempt(attempt + 1)
  }
  return (
    <ErrorBoundary
      key={attempt}
      resetKey={address.path}
      fallback={<LoadError onRetry={retry} onBackgroundRetry={retryInBackground} />}
    >
      <Suspense fallback={<Loading />}>
        <RemotePage remote={remote} />
      </Suspense>
    </ErrorBoundary>
  )
}

/** The page of a remote once it is loaded. */
function RemotePage({ remote }: { remote: Remote }) {
  const Page = useRemote(remote)?.default
  if (Page) shown.add(remote.name)
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
