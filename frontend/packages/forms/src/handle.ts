const form = /^@?([A-Za-z0-9_]{1,50})$/

/** The X handle that somebody wrote, without its @; undefined when it can be none. */
export function handleIn(text: string): string | undefined {
  return form.exec(text.trim())?.[1]
}
