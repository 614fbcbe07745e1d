import { type Publication, type PublishArtworkBody, publishArtwork } from '@mcwick/api-calls'
import { userAction } from '@mcwick/api-client'
import { createIdempotentSender } from '@mcwick/forms'

const publishOnce = createIdempotentSender('publication')

/** Publishes an artwork to the gallery, once per idempotency key. The server renders the overlays; no pixels are sent. */
export function publishArtworkOnce(artworkId: string, publication: PublishArtworkBody): Promise<Publication> {
  return userAction('publish a picture', (span) =>
    publishOnce({ artworkId, publication }, (input, headers) =>
      publishArtwork(input.artworkId, input.publication, headers, { span }),
    ),
  )
}
