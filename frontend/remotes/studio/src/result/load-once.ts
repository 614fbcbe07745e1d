import { withDeadline } from '@mcwick/forms'

const loading = new Map<string, Promise<unknown>>()

/** Loads what is at a URL, within a deadline: once, and again after a failure. A URL always has the same `load`. */
export function loadOnce<T>(url: string, load: () => Promise<T>): Promise<T> {
  const known = loading.get(url) as Promise<T> | undefined
  if (known) return known
  const loaded = withDeadline(load())
  loaded.catch(() => loading.delete(url))
  loading.set(url, loaded)
  return loaded
}
