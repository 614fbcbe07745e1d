import { getJob, type JobArtwork } from '@mcwick/api-calls'
import { texts } from './texts'

const timeoutMs = 30_000 // the original is large

/**
 * Fetches the image of an artwork at its address, which is good for some minutes; after that at the one that its job has
 * now. Gateways of the last release have no addresses, and the image below the media base. Rejects with a message that
 * may be shown.
 */
export async function fetchArtwork(
  { id, address, objectName }: JobArtwork,
  mediaBase: string,
  signal?: AbortSignal,
): Promise<Blob> {
  const timeout = AbortSignal.timeout(timeoutMs)
  const request = { signal: signal ? AbortSignal.any([signal, timeout]) : timeout }
  try {
    let response = await fetch(address || mediaBase + objectName, request)
    if (response.status === 404) {
      const { artwork } = await getJob(id, undefined, { ...request, personal: true })
      if (artwork?.address) response = await fetch(artwork.address, request)
    }
    if (response.ok) return await response.blob()
  } catch {
    // The visitor sees the same message.
  }
  throw new Error(texts.pictureFailed)
}
