import type { Image } from '@mcwick/api-calls'
import { Link } from '@mcwick/ui'
import { profilePath } from './paths'
import { texts } from './texts'

/** Who made an image: a proven handle with its seal and its profile, or the free text of a signature, which proves nothing. */
export function Signature({ image }: { image: Image }) {
  if (!image.handle) return <>{image.signature || texts.anonymous}</>
  return (
    <Link href={profilePath(image.handle)} className="gallery-author">
      <span className="gallery-name">{image.handle}</span>
      <Seal />
    </Link>
  )
}

/** A seal of wax. */
function Seal() {
  return (
    <svg className="gallery-seal" viewBox="0 0 24 24" width="22" height="22" role="img" aria-label={texts.seal}>
      <path d="M12 1.6c1.6 0 2.2 1.5 3.6 2 1.4.4 2.9-.4 4 .8 1.2 1.1.4 2.6.8 4 .5 1.4 2 2 2 3.6s-1.5 2.2-2 3.6c-.4 1.4.4 2.9-.8 4-1.1 1.2-2.6.4-4 .8-1.4.5-2 2-3.6 2s-2.2-1.5-3.6-2c-1.4-.4-2.9.4-4-.8-1.2-1.1-.4-2.6-.8-4-.5-1.4-2-2-2-3.6s1.5-2.2 2-3.6c.4-1.4-.4-2.9.8-4 1.1-1.2 2.6-.4 4-.8 1.4-.5 2-2 3.6-2Z" />
      <path className="gallery-seal-mark" d="m7.6 12.4 3 3 5.8-6.6" />
    </svg>
  )
}
