import { deviceReady } from '@mcwick/api-client'
import { isLeaving, storedUser, storeUser } from '@mcwick/session'

/**
 * Stores the account of the browser's session when none is stored, such as after the browser deleted what scripts had stored
 * and kept the cookie: the session acts for the account, so the page has to show it, and let the visitor end it.
 */
export async function restoreAccount(): Promise<void> {
  const isMissing = !storedUser() // one that logs out during the request is not to be restored
  const session = await deviceReady()
  if (isMissing && session?.user && !storedUser() && !isLeaving()) storeUser(session.user)
}
