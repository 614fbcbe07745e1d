import { getImage, type Publication } from '@mcwick/api-calls'
import { imagesKey } from '@mcwick/api-client'
import { isWithdrawn } from '@mcwick/forms'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useState } from 'react'

/**
 * Returns a stored publication as it is by now: undefined after it was taken down, and with `awaitsCheck` false once the
 * gallery has it. One that is held is read when the page opens.
 */
export function useCurrentPublication<P extends Pick<Publication, 'id' | 'awaitsCheck'>>(stored: P | undefined) {
  const current = stored && isWithdrawn(stored.id) ? undefined : stored
  const [heldId] = useState(current?.awaitsCheck ? current.id : undefined)
  const { data: image } = useQuery({
    queryKey: [...imagesKey, 'held', heldId],
    queryFn: heldId ? ({ signal }) => getImage(heldId, { signal }) : skipToken,
    retry: false,
  })
  if (!current || !image || image.id !== current.id) return current
  const { objectName, variants, placeholder } = image
  return { ...current, objectName, variants, placeholder, awaitsCheck: false }
}
