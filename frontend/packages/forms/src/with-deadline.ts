const defaultMs = 10_000

/** Rejects when a promise, such as a dynamic import, is not settled within the deadline. */
export async function withDeadline<T>(work: Promise<T>, ms = defaultMs): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Failed to load in ${ms} ms`)), ms)
  })
  try {
    return await Promise.race([work, timeout])
  } finally {
    clearTimeout(timer)
  }
}
