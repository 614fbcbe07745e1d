import type { KeyboardEvent } from 'react'

/** A button that is held down with Enter is pressed once, not thirty times a second. */
export function ignoreRepeats(event: KeyboardEvent) {
  if (event.repeat && event.key === 'Enter') event.preventDefault()
}
