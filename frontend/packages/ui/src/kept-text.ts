// Storage may be shut off or full, and throws then on access or on write. What it does not take lasts as long as the
// page.
const unstored = new Map<string, string | null>()

/** A text that was kept in this browser, null when there is none. */
export function keptText(key: string): string | null {
  const text = unstored.get(key)
  if (text !== undefined) return text
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Keeps a text for the next visit and for other tabs, or forgets it. */
export function keepText(key: string, text: string | null) {
  try {
    if (text === null) localStorage.removeItem(key)
    else localStorage.setItem(key, text)
    unstored.delete(key)
  } catch {
    unstored.set(key, text)
  }
}
