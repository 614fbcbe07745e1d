import { useCallback, useState } from 'react'
import { readStored, writeStored } from './stored-value'

/**
 * State that survives a reload of this tab, in its session storage, or the page where storage is unavailable (private
 * windows may refuse it). Increment `version` when T changes: values of an older release are then ignored.
 */
export function useSessionStorage<T>(name: string, version: number, initial: () => T): [T, (value: T) => void] {
  const key = `${name}.${version}`
  const [value, setValue] = useState(() => readStored<T>(key, 'session') ?? writeInitial(key, initial()))
  const store = useCallback(
    (next: T) => {
      setValue(next)
      writeStored(key, next, 'session')
    },
    [key],
  )
  return [value, store]
}

/** Stores the initial value too, because it may be random. */
function writeInitial<T>(key: string, value: T): T {
  writeStored(key, value, 'session')
  return value
}
