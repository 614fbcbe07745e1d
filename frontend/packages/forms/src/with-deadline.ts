const defaultMs = 10_000

/** Rejects when a promise, such as a dynamic import, is not settled within the deadline. */
export function withDeadline<T>(work: Promise<T>, ms = defaultMs): Promise<T> {
  return new Promise((resolve, reject) => {
    setTimeout(reject, ms, new Error(`Failed to load in ${ms} ms`))
    work.then(resolve, reject)
  })
}
