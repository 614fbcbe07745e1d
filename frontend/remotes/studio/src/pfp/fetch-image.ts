import { texts } from '../texts'

const timeoutMs = 30_000

/** Fetches an image. Rejects with a message that may be shown. */
export async function fetchImage(url: string): Promise<Blob> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) })
    if (response.ok) return await response.blob()
  } catch {
    // The visitor sees the same message.
  }
  throw new Error(texts.pictureFailed)
}
