import type { Speech } from '@mcwick/api-calls'

/**
 * Returns the index of the word spoken at this second, -1 before the first. A word is current until the next one starts. Times
 * are durations of the API, such as "1.5s".
 */
export function wordIndexAt({ words }: Pick<Speech, 'words'>, second: number): number {
  return words.findLastIndex(({ start }) => Number.parseFloat(start ?? '0') <= second)
}
