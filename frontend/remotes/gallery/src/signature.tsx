import type { Image } from '@mcwick/api-calls'
import { HandleLink } from '@mcwick/forms'
import { texts } from './texts'

/** Who made an image: a proven handle with its seal and its profile, or the free text of a signature, which proves nothing. */
export function Signature({ image }: { image: Image }) {
  return image.handle ? <HandleLink handle={image.handle} /> : image.signature || texts.anonymous
}
