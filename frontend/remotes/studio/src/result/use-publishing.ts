import type { JobArtwork, Publication } from '@mcwick/api-calls'
import { ApiError } from '@mcwick/api-client'
import { useSessionStorage } from '@mcwick/forms'
import { describeFailure } from '@mcwick/jobs'
import { useMutation } from '@tanstack/react-query'
import { publishArtworkOnce } from '../api/publish-artwork'
import type { PublishDetails } from '../publish/publish-dialog'
import { useCurrentPublication } from '../publish/use-current-publication'
import { useDetails } from '../publish/use-details'
import { type Layers, toOverlays } from './layers'
import { texts } from './texts'

interface Published extends Pick<Publication, 'id' | 'awaitsCheck' | 'objectName' | 'variants' | 'placeholder'> {
  details: PublishDetails
  /** The published overlays and details, serialized. */
  version: string
}

/** `held` is published, and not public yet. */
export type PublishState = 'idle' | 'pending' | 'success' | 'held'

interface PublishingProps {
  artwork: JobArtwork
  layers: Layers
  /** The publication that it is a remix of. */
  parentId: string | undefined
  /** Throws when the canvas does not show what would be published. */
  check: () => void
  onPublished: (publication: Publication) => void
}

/**
 * Publishes a meme. After a change of its texts, signature or caption it is another version, which can be published too.
 * The last published version survives a reload.
 */
export function usePublishing({ artwork, layers, parentId, check, onPublished }: PublishingProps) {
  const [stored, storePublished] = useSessionStorage<Published | undefined>(
    `mcwick.studio.published.${artwork.id}`,
    1,
    () => undefined,
  )
  const published = useCurrentPublication(stored)
  const { details, setDetails, forget } = useDetails(artwork.id, stored?.details)
  const overlays = toOverlays(layers)
  const version = JSON.stringify({ overlays, details })
  // What is sent, and not what is shown when the answer comes: texts may change meanwhile.
  const sent = { overlays, details, version }
  const { mutate, error, isPending, reset } = useMutation<Publication, Error, typeof sent>({
    mutationFn: async ({ overlays, details }) => {
      check()
      return publishArtworkOnce(artwork.id, { overlays, ...details, ...(parentId && { parentId }) })
    },
    onSuccess: (publication, { details, version }) => {
      const { id, awaitsCheck, objectName, variants, placeholder } = publication
      storePublished({ id, details, version, awaitsCheck, objectName, variants, placeholder })
      onPublished(publication)
    },
  })
  const done = published?.awaitsCheck ? 'held' : 'success'
  const state: PublishState = isPending ? 'pending' : published?.version === version ? done : 'idle'
  return {
    state,
    details,
    setDetails,
    /** The last published version; it may be one of before the last change. */
    published,
    publish: () => mutate(sent),
    /** Forgets why the last attempt failed. */
    reset,
    failure:
      error &&
      describeFailure(error, {
        failed: error instanceof ApiError ? texts.publish.failed : error.message,
        messages: { ARTWORK_PUBLISHED_ENOUGH: texts.publish.enough },
      }),
    forget: () => {
      storePublished(undefined)
      forget()
    },
  }
}
