/** Deadline of what a page shows: after it the visitor is told, whatever still comes. */
export const answerMs = 10_000

/** The same promise, which fails when it has no result in time. */
export async function withDeadline<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no result in ${answerMs} ms`)), answerMs)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
