import type { Image } from '@mcwick/api-calls'
import { ErrorPanel } from '@mcwick/ui'

import { isBlocked, useLike } from './api/use-like'
import { texts } from './texts'

/** A status line while a like has not reached the server, its outcome is unknown, or likes are refused to this visitor. */
export function LikeStatus({ image }: { image: Image }) {
  const { error, isUnknown, resend } = useLike(image)
  if (!error) return null
  if (isBlocked(error)) {
    return (
      <ErrorPanel role="status" error={error}>
        {texts.likeBlocked}
      </ErrorPanel>
    )
  }
  return (
    <ErrorPanel role="status" error={error} onRetry={resend}>
      {isUnknown ? texts.likeUnknown : texts.likeFailed}
    </ErrorPanel>
  )
}
