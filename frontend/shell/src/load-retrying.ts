import { onlineOrLater } from '@mcwick/forms'

/** Loads code on demand, again after each failure; undefined when it is no longer needed then. */
export async function loadRetrying<T>(load: () => Promise<T>, isNeeded: () => boolean): Promise<T | undefined> {
  do {
    const code = await load().catch(() => undefined)
    if (code) return code
    await onlineOrLater()
  } while (isNeeded())
  return undefined
}
