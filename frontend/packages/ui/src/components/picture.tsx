import type { Image } from '@mcwick/api-calls'
import { useShell } from '@mcwick/shell-contract'

const originalWidth = 1024
const wide = '(width >= 48rem)' // a phone's screen cannot show what the original has more, and its line would pay for it

export interface PictureProps {
  image: Pick<Image, 'objectName' | 'variants' | 'placeholder'>
  alt: string
  /** How wide it is shown, as the `sizes` of an img. */
  sizes: string
  /** It is seen at once, so it is fetched at once. */
  eager?: boolean
  /** May be shown in full width on a wide screen; a card never needs the original, which is many times as large as its copies. */
  whole?: boolean
  className?: string
}

/** A published picture: the smallest copy that is sharp in its place, and its blurred colours until that is there. */
export function Picture({ image, alt, sizes, eager = false, whole = false, className }: PictureProps) {
  const { mediaBase } = useShell().config
  const original = { objectName: image.objectName, width: originalWidth }
  const copies = image.variants.length > 0 ? image.variants : [original]
  const sourceSet = (list: typeof copies) =>
    list.map(({ objectName, width }) => `${mediaBase}${objectName} ${width}w`).join(', ')
  const shown = (
    <img
      className={className}
      src={mediaBase + image.objectName}
      srcSet={sourceSet(copies)}
      sizes={sizes}
      alt={alt}
      width={originalWidth}
      height={originalWidth}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : 'auto'}
      decoding="async"
      style={blurred(image.placeholder)}
    />
  )
  if (!whole) return shown
  return (
    <picture className="mc-picture">
      <source media={wide} srcSet={sourceSet([...image.variants, original])} sizes={sizes} />
      {shown}
    </picture>
  )
}

function blurred(placeholder: string) {
  if (!placeholder) return undefined
  return { backgroundImage: `url("data:image/webp;base64,${placeholder}")`, backgroundSize: 'cover' }
}
