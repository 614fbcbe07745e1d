const retryDelayMs = 30_000

/** Waits until the browser is online again, or half a minute. */
export function onlineOrLater(): Promise<unknown> {
  return new Promise((resolve) => {
    addEventListener('online', resolve, { once: true })
    setTimeout(resolve, retryDelayMs)
  })
}

/** Loads code on demand, again after each failure; undefined when it is no longer needed then. */
export async function loadRetrying<T>(load: () => Promise<T>, isNeeded: () => boolean): Promise<T | undefined> {
  do {
    const code = await load().catch(() => undefined)
    if (code) return code
    await onlineOrLater()
  } while (isNeeded())
  return undefined
}
