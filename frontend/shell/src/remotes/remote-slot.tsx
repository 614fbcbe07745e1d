import { Spinner } from '@mcwick/ui'
import { type ComponentType, lazy, Suspense, useMemo, useState } from 'react'
import { texts } from '../texts'
import { Boundary } from './boundary'
import { Failed } from './failed'
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
  // A broken chunk outlives a second attempt in the browser's module map, and a lazy page of a remote that is here
  // remembers that it did not come: only a new document forgets.
  const retry = () => (attempt === 0 && !loaded.has(remote.name) ? setAttempt(1) : location.reload())
  // Behind what the visitor reads, which stays until the remote is there.
  const retryLater = async () => {
    if (loaded.has(remote.name)) return
    loaded.set(remote.name, (await loadRemote(remote, attempt + 1)).default)
    setAttempt(attempt + 1)
  }
  return (
    <Boundary key={attempt} fallback={<Failed onRetry={retry} onLater={retryLater} />}>
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
    <div className="remote-loading">
      <Spinner label={texts.remote.loading} />
    </div>
  )
}
