import type { Image } from '@mcwick/api-client'
import { ErrorPanel } from '@mcwick/ui'

import { useLike } from './api/use-like'
import { texts } from './texts'

/** That a like has not arrived yet; nothing once it has. */
export function LikeStatus({ image }: { image: Image }) {
  const { error, resend } = useLike(image)
  if (!error) return null
  return (
    <ErrorPanel role="status" error={error} onRetry={resend}>
      {texts.likeFailed}
    </ErrorPanel>
  )
}
