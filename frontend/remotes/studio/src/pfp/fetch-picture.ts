import { texts } from '../texts'

const timeoutMs = 30_000

/** The bytes of a picture. Fails with a sentence that may be shown. */
export async function fetchPicture(url: string): Promise<Blob> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) })
    if (answer.ok) return await answer.blob()
  } catch {
    // It is the same to the visitor.
  }
  throw new Error(texts.pictureFailed)
}
