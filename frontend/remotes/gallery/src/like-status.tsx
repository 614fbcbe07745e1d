import type { Image } from '@mcwick/api-calls'
import { ApiError, isPassing as isRetryable } from '@mcwick/api-client'
import { detailOf } from '@mcwick/forms'
import { ErrorPanel } from '@mcwick/ui'
import { useLike } from './api/use-like'
import { texts } from './texts'

/** A status line while a like has not reached the server, its outcome is unknown, or it is refused. */
export function LikeStatus({ image }: { image: Image }) {
  const { error, isUnknown, resend } = useLike(image)
  if (!error) return null
  if (!isRetryable(error)) {
    const needsCookie = error instanceof ApiError && error.status === 401 // which the visitor may allow now
    return (
      <ErrorPanel role="status" error={error} reason={detailOf(error)} onRetry={needsCookie ? resend : undefined}>
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
