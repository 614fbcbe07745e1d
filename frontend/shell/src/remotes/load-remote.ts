import type { Remote } from '@mcwick/api-calls'
import { withDeadline } from '@mcwick/forms'
import { contractVersion, type RemoteModule } from '@mcwick/shell-contract'
import { getInstance } from '@module-federation/runtime'

/** How long code may take to load. */
export const loadTimeoutMs = 8000

/** Returns the instance that the federation plugin makes before this module runs. */
const federationInstance = () => getInstance() as NonNullable<ReturnType<typeof getInstance>>

/** Registers the remotes of the site configuration; nothing is loaded yet. */
export function registerRemotes(remotes: Remote[]) {
  federationInstance().registerRemotes(remotes.map(({ name, entry }) => ({ name, entry, type: 'module' })))
}

const loading = new Map<string, Promise<RemoteModule>>()
const loaded = new Map<string, RemoteModule>()
const failed = new Set<string>()

/** Returns a remote that is loaded already. */
export const loadedRemote = (name: string) => loaded.get(name)

/**
 * Loads a remote once, for its page and its parts. A failed load is forgotten: the next one requests the entry under a new URL,
 * because the browser caches the failure of a module.
 */
export function prefetchRemote(remote: Remote): Promise<RemoteModule> {
  const { name } = remote
  const known = loading.get(name)
  if (known) return known
  const module = loadRemote(remote, failed.has(name))
  loading.set(name, module)
  module.then(
    (loadedModule) => loaded.set(name, loadedModule),
    () => {
      loading.delete(name)
      failed.add(name)
    },
  )
  return module
}

async function loadRemote({ name, entry }: Remote, isRetry: boolean): Promise<RemoteModule> {
  if (isRetry) {
    const cacheBusted = { name, entry: `${entry}?retry=${Date.now()}`, type: 'module' as const }
    federationInstance().registerRemotes([cacheBusted], { force: true })
  }
  const module = await withDeadline(federationInstance().loadRemote<RemoteModule>(`${name}/app`), loadTimeoutMs)
  if (!module?.default) throw new Error(`${name} exports no page`)
  if (module.contract !== contractVersion) throw new Error(`${name} was built for shell contract ${module.contract}`)
  return module
}
