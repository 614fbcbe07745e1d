import type { Image } from '@mcwick/api-calls'
import { Link, Picture } from '@mcwick/ui'
import { Badges } from './badges'
import { altOf } from './describe'
import { LikeButton } from './like-button'
import { LikeStatus } from './like-status'
import { pathOf } from './paths'
import { texts } from './texts'
import { tiltOf } from './tilt'

const sizes = '(width >= 80rem) 23rem, (width >= 64rem) 28vw, (width >= 48rem) 42vw, 86vw'

/** A print pinned on the wall. */
export function ImageCard({ image, eager }: { image: Image; eager: boolean }) {
  return (
    <article className="gallery-print" style={{ '--tilt': `${tiltOf(image.id)}deg` }}>
      <Link href={pathOf(image.id)} className="gallery-open">
        <Picture className="gallery-picture" image={image} alt={altOf(image)} sizes={sizes} eager={eager} />
      </Link>
      <div className="gallery-line">
        <p className="gallery-signature">{image.signature || texts.anonymous}</p>
        <LikeButton image={image} />
      </div>
      <LikeStatus image={image} />
      {image.caption && <p className="gallery-caption">{image.caption}</p>}
      <Badges image={image} />
    </article>
  )
}
