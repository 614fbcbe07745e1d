import { contractVersion, type RemoteModule } from '@mcwick/shell-contract'
import { getInstance } from '@module-federation/runtime'

interface Remote {
  name: string
  entry: string
}

const timeoutMs = 8000

/** Returns the instance that the federation plugin makes before this module runs. */
const federationInstance = () => getInstance() as NonNullable<ReturnType<typeof getInstance>>

/** Registers the remotes of the site configuration; nothing is loaded yet. */
export function registerRemotes(remotes: Remote[]) {
  federationInstance().registerRemotes(remotes.map(({ name, entry }) => ({ name, entry, type: 'module' })))
}

const prefetched = new Map<string, Promise<RemoteModule>>()

/** Loads a remote once, for all callers. A failed load is forgotten. */
export function prefetchRemote(remote: Remote): Promise<RemoteModule> {
  const known = prefetched.get(remote.name)
  if (known) return known
  const loading = loadRemote(remote, 0)
  prefetched.set(remote.name, loading)
  loading.catch(() => prefetched.delete(remote.name))
  return loading
}

/**
 * Loads a remote. A second attempt requests the entry under a new URL, because the browser caches the failure of a module.
 */
export async function loadRemote({ name, entry }: Remote, attempt: number): Promise<RemoteModule> {
  if (attempt > 0) {
    const cacheBusted = { name, entry: `${entry}?retry=${Date.now()}`, type: 'module' as const }
    federationInstance().registerRemotes([cacheBusted], { force: true })
  }
  const module = await withLoadTimeout(federationInstance().loadRemote<RemoteModule>(`${name}/app`))
  if (!module?.default) throw new Error(`${name} exports no page`)
  if (module.contract !== contractVersion) throw new Error(`${name} was built for shell contract ${module.contract}`)
  return module
}

/** Rejects when code is not loaded within the timeout. */
export async function withLoadTimeout<T>(loading: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Failed to load in ${timeoutMs} ms`)), timeoutMs)
  })
  try {
    return await Promise.race([loading, timeout])
  } finally {
    clearTimeout(timer)
  }
}
