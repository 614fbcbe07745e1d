import type { Speech } from '@mcwick/api-calls'

/** Parses a duration of the API, such as "1.5s", into seconds. */
function parseSeconds(duration: string | undefined): number {
  return Number.parseFloat(duration ?? '0')
}

/** Returns the index of the word spoken at this second, -1 before the first. A word is current until the next one starts. */
export function wordIndexAt({ words }: Pick<Speech, 'words'>, second: number): number {
  return words.findLastIndex(({ start }) => parseSeconds(start) <= second)
}
