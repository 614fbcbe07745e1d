import type { Image } from '@mcwick/api-calls'
import { Icon } from '@mcwick/ui'
import { useLiveCount } from './api/live'
import { useLike } from './api/use-like'
import { texts } from './texts'

/** A button that likes an image, once. It stays focused afterwards, so that screen readers announce the new count. */
export function LikeButton({ image }: { image: Image }) {
  const live = useLiveCount(image.id)
  const { isLiked, count, like } = useLike(image, live)
  const label = (isLiked ? texts.liked : texts.like)(count)
  return (
    <button
      type="button"
      className="gallery-like"
      data-liked={isLiked || undefined}
      aria-pressed={isLiked}
      aria-disabled={isLiked || undefined}
      onClick={() => isLiked || like()}
      aria-label={label}
    >
      <Icon name="flame" />
      <span key={count} aria-hidden="true" data-live={live && ''}>
        {count}
      </span>
    </button>
  )
}
