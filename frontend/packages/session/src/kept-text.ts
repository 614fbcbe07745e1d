// Storage may be shut off or full, and throws then on access or on write. What it does not take
// lasts as long as the page.
const unstored = new Map<string, string | null>()

/** local: for the next visit and for other tabs; session: for this visit, over reloads. */
type Span = 'local' | 'session'

const storageFor = (span: Span) => (span === 'local' ? localStorage : sessionStorage)

/** A text that was kept in this browser, null when there is none. */
export function keptText(key: string, span: Span = 'local'): string | null {
  const text = unstored.get(`${span} ${key}`)
  if (text !== undefined) return text
  try {
    return storageFor(span).getItem(key)
  } catch {
    return null
  }
}

/** Keeps a text in this browser, or forgets it. */
export function keepText(key: string, text: string | null, span: Span = 'local') {
  try {
    if (text === null) storageFor(span).removeItem(key)
    else storageFor(span).setItem(key, text)
    unstored.delete(`${span} ${key}`)
  } catch {
    unstored.set(`${span} ${key}`, text)
  }
}
