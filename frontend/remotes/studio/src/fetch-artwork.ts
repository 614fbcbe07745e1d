import { getJob, type JobArtwork } from '@mcwick/api-calls'
import { ApiError, apiFetchBlob } from '@mcwick/api-client'
import { texts } from './texts'

/**
 * Fetches the image of an artwork at its address, which is good for some minutes; after that at the one that its job has
 * now. Rejects with a message that may be shown.
 */
export async function fetchArtwork({ id, address }: JobArtwork, signal: AbortSignal | null = null): Promise<Blob> {
  const renew = async (error: unknown) => {
    if (!(error instanceof ApiError) || error.status !== 404) throw error
    const { artwork } = await getJob(id, undefined, { signal, personal: true })
    if (!artwork?.address) throw error
    return apiFetchBlob(artwork.address, { signal })
  }
  try {
    return await apiFetchBlob(address, { signal }).catch(renew)
  } catch {
    throw new Error(texts.pictureFailed)
  }
}
