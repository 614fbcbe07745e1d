import type { KeyboardEvent } from 'react'

/** Ignores key repeats of Enter, so that holding it presses a button once. */
export function ignoreRepeats(event: KeyboardEvent) {
  if (event.repeat && event.key === 'Enter') event.preventDefault()
}
