const pattern = /^@?([A-Za-z0-9_]{1,50})$/

/** Returns the X handle without its @, or undefined when the text is not a valid handle. Space around it is left out. */
export function parseHandle(text: string): string | undefined {
  return pattern.exec(text.trim())?.[1]
}
