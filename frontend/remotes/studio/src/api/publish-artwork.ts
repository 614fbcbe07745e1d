import { type Publication, type PublishArtworkBody, publishArtwork } from '@mcwick/api-calls'
import { userAction } from '@mcwick/api-client'
import { createIdempotentSender, parseHandle } from '@mcwick/forms'

/** Publishes an artwork to the gallery, once per idempotency key. The server renders the overlays; no pixels are sent. */
export function publishArtworkOnce(artworkId: string, publication: PublishArtworkBody): Promise<Publication> {
  const signature = toSignature(publication.signature)
  return userAction('publish a picture', (span) =>
    createIdempotentSender(`publication.${artworkId}`)({ ...publication, signature }, (body, headers) =>
      publishArtwork(artworkId, body, headers, { span }),
    ),
  )
}

const maxSignature = 50

/** Returns the signature without space around it, and, where it would be too long, a handle without its @. */
function toSignature(text = ''): string {
  const signature = text.trim()
  return signature.length > maxSignature ? (parseHandle(signature) ?? signature) : signature
}
