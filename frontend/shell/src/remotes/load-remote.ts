import { contractVersion, type RemoteModule } from '@mcwick/shell-contract'
import { getInstance } from '@module-federation/runtime'

interface Remote {
  name: string
  entry: string
}

const timeoutMs = 8000

function federation() {
  const instance = getInstance() // made by the federation plugin before this module runs
  if (!instance) throw new Error('no federation instance')
  return instance
}

/** Makes the remotes of the configuration known; nothing is loaded yet. */
export function registerRemotes(remotes: Remote[]) {
  federation().registerRemotes(remotes.map(({ name, entry }) => ({ name, entry, type: 'module' })))
}

const first = new Map<string, Promise<RemoteModule>>()

/** Loads a remote's page for a first time, once for all who ask. One that fails is forgotten. */
export function prefetchRemote(remote: Remote): Promise<RemoteModule> {
  const known = first.get(remote.name)
  if (known) return known
  const loading = loadRemote(remote, 0)
  first.set(remote.name, loading)
  loading.catch(() => first.delete(remote.name))
  return loading
}

/**
 * Loads a remote's page. A repeated attempt asks for the entry under a new address, because the browser keeps a module
 * that once failed.
 */
export async function loadRemote({ name, entry }: Remote, attempt: number): Promise<RemoteModule> {
  if (attempt > 0) {
    const fresh = { name, entry: `${entry}?retry=${Date.now()}`, type: 'module' as const }
    federation().registerRemotes([fresh], { force: true })
  }
  const module = await inTime(name, federation().loadRemote<RemoteModule>(`${name}/app`))
  if (!module?.default) throw new Error(`${name} exports no page`)
  if (module.contract !== contractVersion) throw new Error(`${name} was built for shell contract ${module.contract}`)
  return module
}

/** The same code on its way, given up when it does not come. */
export async function inTime<T>(name: string, loading: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${name} did not load in ${timeoutMs} ms`)), timeoutMs)
  })
  try {
    return await Promise.race([loading, late])
  } finally {
    clearTimeout(timer)
  }
}
