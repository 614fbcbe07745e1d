import { deleteCurrentSession } from '@mcwick/api-calls'
import { setLeaving } from '@mcwick/session'

/** Ends the session of a visitor who logged out on a page that was closed before the server answered. */
export async function finishLogOut(): Promise<void> {
  try {
    await deleteCurrentSession()
    setLeaving(false)
  } catch (error) {
    console.warn('the former session was not ended', error) // the next page tries again
  }
}
