import type { Image } from '@mcwick/api-client'
import { Badge, useShell } from '@mcwick/ui'
import { LikeButton } from './like-button'
import { texts } from './texts'
import { tiltOf } from './tilt'

/** A print pinned on the wall. */
export function ImageCard({ image, eager }: { image: Image; eager: boolean }) {
  const { config } = useShell()
  const badge = texts.types.find(({ value }) => value === image.type)?.badge
  const described = [image.action, image.scene].filter(Boolean).join(', ')
  return (
    <article className="gallery-print" style={{ '--tilt': `${tiltOf(image.id)}deg` }}>
      <img
        className="gallery-picture"
        src={config.mediaBase + image.objectName}
        alt={`${badge}: ${described}`}
        width="1024"
        height="1024"
        loading={eager ? 'eager' : 'lazy'}
        decoding="async"
      />
      <div className="gallery-line">
        <p className="gallery-signature">{image.signature || texts.anonymous}</p>
        <LikeButton image={image} />
      </div>
      {image.caption && <p className="gallery-caption">{image.caption}</p>}
      <p className="gallery-badges">
        <Badge tone="action">{badge}</Badge>
        {image.type === 'meme' && image.style && <Badge>{image.style}</Badge>}
      </p>
    </article>
  )
}
