import { keepText, keptText } from '@mcwick/session'
import { useCallback, useState } from 'react'

/**
 * State that survives a reload of this tab, in its session storage, or the page where storage is unavailable (private
 * windows may refuse it). Increment `version` when T changes: values of an older release are then ignored.
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
    return JSON.parse(keptText(key, 'session') ?? 'null') ?? undefined
  } catch {
    return undefined // an invalid text
  }
}

function write(key: string, value: unknown) {
  keepText(key, value === undefined ? null : JSON.stringify(value), 'session')
}
