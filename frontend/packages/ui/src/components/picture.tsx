import type { Image } from '@mcwick/api-calls'
import { useShell } from '@mcwick/shell-contract'

const originalWidth = 1024
const wide = '(width >= 48rem)' // a phone cannot show the extra resolution of the original, and would pay for its download

export interface PictureProps {
  image: Pick<Image, 'objectName' | 'variants' | 'placeholder'>
  alt: string
  /** The `sizes` attribute of the img. */
  sizes: string
  /** Loads at once, because it is visible at once. */
  eager?: boolean
  /** Offers the original on wide screens; cards never need it, as it is many times as large as its variants. */
  whole?: boolean
  className?: string
}

/** A published image: the smallest variant that is sharp at its size, with a blurred placeholder until it is loaded. */
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
