import { useSyncExternalStore } from 'react'
import { keepText, keptText } from './kept-text'

/** The logged-in account, as far as every page may know it: both values are public. */
export interface StoredUser {
  xHandle: string
  publicKey: string
}

const userKey = 'mcwick.user'
export const changed = 'mcwick-user' // the storage event reaches other tabs only, so this tab has an event of its own

/** Stores the logged-in account for the next visit and for other tabs; null removes it. */
export function storeUser(user: StoredUser | null) {
  keepText(userKey, user && JSON.stringify({ xHandle: user.xHandle, publicKey: user.publicKey }))
  dispatchEvent(new Event(changed))
}

let cached: { text: string | null; user: StoredUser | null } = { text: null, user: null }

/** Returns the logged-in account, or null when there is none or the stored value is invalid. */
export function storedUser(): StoredUser | null {
  const text = keptText(userKey)
  if (text !== cached.text) cached = { text, user: read(text) }
  return cached.user
}

function read(text: string | null): StoredUser | null {
  try {
    const { xHandle, publicKey } = JSON.parse(text ?? '{}')
    const isUser = typeof xHandle === 'string' && /^[0-9a-f]{64}$/.test(publicKey)
    return isUser ? { xHandle, publicKey } : null
  } catch {
    return null
  }
}

/** Returns the logged-in account; updates on changes in this tab and in others. */
export function useStoredUser(): StoredUser | null {
  return useSyncExternalStore(subscribe, storedUser)
}

function subscribe(onChange: () => void) {
  addEventListener(changed, onChange)
  addEventListener('storage', onChange)
  return () => {
    removeEventListener(changed, onChange)
    removeEventListener('storage', onChange)
  }
}
