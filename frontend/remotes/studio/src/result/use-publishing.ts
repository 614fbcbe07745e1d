import type { JobArtwork, Publication } from '@mcwick/api-calls'
import { ApiError } from '@mcwick/api-client'
import { describeFailure, useSessionStorage } from '@mcwick/jobs'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { publishPicture } from '../api/publish-picture'
import { noDetails, type PublishDetails } from '../publish/publish-dialog'
import { type Layers, overlaysOf } from './layers'
import { texts } from './texts'

interface Published {
  id: string
  details: PublishDetails
  /** All that was published, as text. */
  version: string
}

export type PublishState = 'idle' | 'pending' | 'success'

interface PublishingProps {
  artwork: JobArtwork
  layers: Layers
  /** Throws when what would be published cannot be seen. */
  check: () => void
  onPublished: () => void
}

/**
 * The way of a meme to the wall. What is published stays published until its texts, signature or caption change: then
 * it is another version, and can be published too. The last version survives a reload.
 */
export function usePublishing({ artwork, layers, check, onPublished }: PublishingProps) {
  const [published, keepPublished] = useSessionStorage<Published | undefined>(
    `mcwick.studio.published.${artwork.id}`,
    1,
    () => undefined,
  )
  const [details, setDetails] = useState(published?.details ?? noDetails)
  const overlays = overlaysOf(layers)
  const version = JSON.stringify({ overlays, details })
  const { mutate, error, isPending } = useMutation<Publication, Error>({
    mutationFn: async () => {
      check()
      return publishPicture(artwork.id, { overlays, ...details })
    },
    onSuccess: ({ id }) => {
      keepPublished({ id, details, version })
      onPublished()
    },
  })
  const state: PublishState = isPending ? 'pending' : published?.version === version ? 'success' : 'idle'
  return {
    state,
    details,
    setDetails,
    /** The last version that hangs. */
    publishedId: published?.id,
    publish: () => mutate(),
    failure:
      error &&
      describeFailure(error, {
        failed: error instanceof ApiError ? texts.publish.failed : error.message,
        messages: { ARTWORK_PUBLISHED_ENOUGH: texts.publish.enough },
      }),
    forget: () => keepPublished(undefined),
  }
}
