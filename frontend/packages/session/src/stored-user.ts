import { useSyncExternalStore } from 'react'
import { keepText, keptText } from './kept-text'

/** Who is logged in, as far as every page may know: both values are public. */
export interface StoredUser {
  xHandle: string
  publicKey: string
}

const userKey = 'mcwick.user'
const changed = 'mcwick-user' // the browser tells other tabs of a change, and not the one that made it

/** Keeps who is logged in for the next visit and for other tabs, or forgets it. */
export function storeUser(user: StoredUser | null) {
  keepText(userKey, user && JSON.stringify({ xHandle: user.xHandle, publicKey: user.publicKey }))
  dispatchEvent(new Event(changed))
}

let known: { text: string | null; user: StoredUser | null } = { text: null, user: null }

/** Who is logged in, null for nobody, also when what is kept cannot be read. */
export function storedUser(): StoredUser | null {
  const text = keptText(userKey)
  if (text !== known.text) known = { text, user: read(text) }
  return known.user
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

/** Who is logged in; follows this tab and the others. */
export function useStoredUser(): StoredUser | null {
  return useSyncExternalStore(follow, storedUser)
}

function follow(tell: () => void) {
  addEventListener(changed, tell)
  addEventListener('storage', tell)
  return () => {
    removeEventListener(changed, tell)
    removeEventListener('storage', tell)
  }
}
