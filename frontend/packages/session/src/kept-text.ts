// Texts that the browser's storage does not accept (it throws when disabled or full), by lifetime and key. They last as
// long as the page.
const memory = new Map<string, string | null>()

/** local: for the next visit and for other tabs; session: for this tab, over reloads. */
type Lifetime = 'local' | 'session'

const storageFor = (span: Lifetime) => (span === 'local' ? localStorage : sessionStorage)

/** Reads a text from the browser's storage; null when there is none. */
export function keptText(key: string, span: Lifetime = 'local'): string | null {
  const text = memory.get(`${span} ${key}`)
  if (text !== undefined) return text
  try {
    return storageFor(span).getItem(key)
  } catch {
    return null
  }
}

/** Writes a text to the browser's storage; null removes it. */
export function keepText(key: string, text: string | null, span: Lifetime = 'local') {
  try {
    if (text === null) storageFor(span).removeItem(key)
    else storageFor(span).setItem(key, text)
    memory.delete(`${span} ${key}`)
  } catch {
    memory.set(`${span} ${key}`, text)
  }
}
