import type { Speech } from '@mcwick/api-calls'

/** Seconds, as the interface writes a length of time. */
export function secondsOf(duration: string | undefined): number {
  return Number.parseFloat(duration ?? '0')
}

/** The word that is said at this second, by its place in the text; -1 when none was yet. It stays until the next one. */
export function wordAt({ words }: Pick<Speech, 'words'>, second: number): number {
  return words.findLastIndex(({ start }) => secondsOf(start) <= second)
}
