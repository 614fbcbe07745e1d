import type { Image } from '@mcwick/api-client'
import { Badge } from '@mcwick/ui'
import { badgeOf } from './describe'

/** What kind of picture it is, and a meme's style. */
export function Badges({ image }: { image: Image }) {
  return (
    <p className="gallery-badges">
      <Badge tone="action">{badgeOf(image)}</Badge>
      {image.type === 'meme' && image.style && <Badge>{image.style}</Badge>}
    </p>
  )
}
