import { keepText, keptText } from '@mcwick/session'

type Lifetime = Parameters<typeof keptText>[1]

/** Reads a value that was stored as JSON; undefined when there is none. */
export function readStored<T>(key: string, lifetime: Lifetime): T | undefined {
  try {
    return JSON.parse(keptText(key, lifetime) ?? 'null') ?? undefined
  } catch {
    return undefined // an invalid text
  }
}

/** Stores a value as JSON; undefined removes it. */
export function writeStored(key: string, value: unknown, lifetime: Lifetime) {
  keepText(key, value === undefined ? null : JSON.stringify(value), lifetime)
}
