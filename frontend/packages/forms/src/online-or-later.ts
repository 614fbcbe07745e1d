const laterMs = 30_000

/** Waits until the browser is online again, or half a minute. */
export function onlineOrLater(): Promise<unknown> {
  return new Promise((resolve) => {
    addEventListener('online', resolve, { once: true })
    setTimeout(resolve, laterMs)
  })
}
