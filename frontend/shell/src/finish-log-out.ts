import { deleteCurrentSession } from '@mcwick/api-calls'
import { isRetryable } from '@mcwick/api-client'
import { onlineOrLater } from '@mcwick/forms'
import { isLeaving, setLeaving, storedUser } from '@mcwick/session'

/**
 * Ends the session of a visitor who logged out on a page that was closed before the server answered. While the server is
 * unavailable it tries again, as log-out does: personal reads wait for it.
 */
export async function finishLogOut(): Promise<void> {
  do {
    try {
      await deleteCurrentSession()
      return setLeaving(false)
    } catch (error) {
      console.warn('the former session was not ended', error)
      if (!isRetryable(error)) return // the next page tries again
    }
    await onlineOrLater()
  } while (isLeaving() && !storedUser()) // another login replaces the session
}
