import { useCallback, useState } from 'react'

/**
 * State that survives a reload of this tab, and nothing longer: it lies in the tab's own session storage. Where there
 * is none (private windows may refuse it) the state is an ordinary one. `shape` counts up when T changes: what an older
 * release kept is then left alone.
 */
export function useKept<T>(name: string, shape: number, initial: () => T): [T, (value: T) => void] {
  const key = `${name}.${shape}`
  const [value, setValue] = useState(() => read<T>(key) ?? first(key, initial()))
  const keep = useCallback(
    (next: T) => {
      setValue(next)
      write(key, next)
    },
    [key],
  )
  return [value, keep]
}

/** What it begins with may be random, so it is kept as well. */
function first<T>(key: string, value: T): T {
  write(key, value)
  return value
}

function read<T>(key: string): T | undefined {
  try {
    const kept = sessionStorage.getItem(key)
    return kept === null ? undefined : (JSON.parse(kept) as T)
  } catch {
    return undefined
  }
}

function write(key: string, value: unknown) {
  try {
    if (value === undefined) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, JSON.stringify(value))
  } catch {
    // Without storage nothing is kept, and everything else works.
  }
}
