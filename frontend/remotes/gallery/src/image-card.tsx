import type { Image } from '@mcwick/api-calls'
import { Link, Picture } from '@mcwick/ui'
import { useIsGone } from './api/live'
import { altText } from './describe'
import { ImageBadges } from './image-badges'
import { LikeButton } from './like-button'
import { LikeStatus } from './like-status'
import { imagePath } from './paths'
import { Signature } from './signature'
import { tiltDegrees } from './tilt'

const sizes = '(width >= 80rem) 23rem, (width >= 64rem) 28vw, (width >= 48rem) 42vw, 86vw'

/** An image of the list. */
export function ImageCard({ image, eager }: { image: Image; eager: boolean }) {
  return (
    <article
      className="gallery-card"
      data-gone={useIsGone(image.id) || undefined}
      style={{ '--tilt': `${tiltDegrees(image.id)}deg` }}
    >
      <Link href={imagePath(image.id, image.type)} className="gallery-open">
        <Picture className="gallery-picture" image={image} alt={altText(image)} sizes={sizes} eager={eager} />
      </Link>
      <div className="gallery-line">
        <p className="gallery-signature">
          <Signature image={image} />
        </p>
        <LikeButton image={image} />
      </div>
      <LikeStatus image={image} />
      {image.caption && <p className="gallery-caption">{image.caption}</p>}
      <ImageBadges image={image} />
    </article>
  )
}
