import { useSessionStorage } from '@mcwick/forms'
import type { PublishDetails } from './publish-dialog'

/** The details before the visitor has changed them. */
export const noDetails: PublishDetails = { signature: '', caption: '' }

/** The details that an artwork is published with. What was entered survives a reload. */
export function useDetails(artworkId: string, initial = noDetails) {
  const [entered, setDetails] = useSessionStorage<PublishDetails | undefined>(
    `mcwick.studio.details.${artworkId}`,
    1,
    () => undefined,
  )
  return { details: entered ?? initial, setDetails, forget: () => setDetails(undefined) }
}
