import { useCallback, useState } from 'react'

/**
 * State that survives a reload of this tab, in its session storage. Where storage is unavailable (private windows may
 * refuse it) it is ordinary state. Increment `version` when T changes: values of an older release are then ignored.
 */
export function useSessionStorage<T>(name: string, version: number, initial: () => T): [T, (value: T) => void] {
  const key = `${name}.${version}`
  const [value, setValue] = useState(() => read<T>(key) ?? writeInitial(key, initial()))
  const store = useCallback(
    (next: T) => {
      setValue(next)
      write(key, next)
    },
    [key],
  )
  return [value, store]
}

/** Stores the initial value too, because it may be random. */
function writeInitial<T>(key: string, value: T): T {
  write(key, value)
  return value
}

function read<T>(key: string): T | undefined {
  try {
    const stored = sessionStorage.getItem(key)
    return stored === null ? undefined : (JSON.parse(stored) as T)
  } catch {
    return undefined
  }
}

function write(key: string, value: unknown) {
  try {
    if (value === undefined) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, JSON.stringify(value))
  } catch {
    // Storage is unavailable: the state lives in memory only.
  }
}
