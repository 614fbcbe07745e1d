import type { Image } from '@mcwick/api-calls'
import { ErrorPanel } from '@mcwick/ui'

import { useLike } from './api/use-like'
import { texts } from './texts'

/** A status line while a like has not reached the server, or its outcome is unknown. */
export function LikeStatus({ image }: { image: Image }) {
  const { error, isUnknown, resend } = useLike(image)
  if (!error) return null
  return (
    <ErrorPanel role="status" error={error} onRetry={resend}>
      {isUnknown ? texts.likeUnknown : texts.likeFailed}
    </ErrorPanel>
  )
}
