import type { Remote } from '@mcwick/api-calls'
import type { RemoteModule } from '@mcwick/shell-contract'
import { startTransition, useEffect, useState } from 'react'
import { loadedRemote, prefetchRemote } from './load-remote'

/**
 * Loads a remote; undefined until then. A failure is thrown, for the boundary around: once that is reset, this loads again. Lazy
 * components would show the remote later, because React keeps a fallback that it has just shown for 300 ms, and would keep
 * their failure.
 */
export function useRemote(remote: Remote): RemoteModule | undefined {
  const [module, setModule] = useState(() => loadedRemote(remote.name))
  const [failure, setFailure] = useState<unknown>()
  useEffect(() => {
    if (module) return
    prefetchRemote(remote).then(
      (loaded) => startTransition(() => setModule(loaded)), // no fallback for what the page loads lazily
      setFailure,
    )
  }, [module, remote])
  if (failure) throw failure
  return module
}
