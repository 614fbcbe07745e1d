import type { Image } from '@mcwick/api-client'
import { StatusLine } from '@mcwick/forms'

import { useLike } from './api/use-like'
import { texts } from './texts'

/** That a like has not arrived yet; nothing once it has. */
export function LikeStatus({ image }: { image: Image }) {
  const { error, resend } = useLike(image)
  if (!error) return null
  return (
    <StatusLine error={error} onRetry={resend}>
      {texts.likeFailed}
    </StatusLine>
  )
}
