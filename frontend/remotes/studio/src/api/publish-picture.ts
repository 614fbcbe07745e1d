import { type Publication, type PublishArtworkBody, publishArtwork } from '@mcwick/api-calls'
import { newIntent as createIdempotentSender, userAction } from '@mcwick/api-client'

const publishOnce = createIdempotentSender()

/** Hangs a picture on the wall. The server draws what stands on it; no pixel of ours is sent. */
export function publishPicture(artworkId: string, publication: PublishArtworkBody): Promise<Publication> {
  return userAction('publish a picture', (span) =>
    publishOnce({ artworkId, publication }, (wish, headers) =>
      publishArtwork(wish.artworkId, wish.publication, headers, { span }),
    ),
  )
}
