import type { Image } from '@mcwick/api-calls'
import { texts } from './texts'

/** Returns the label of an image's type. */
export function typeLabel({ type }: Image): string {
  return texts.types.find(({ value }) => value === type)?.badge ?? type
}

/** Returns the text alternative of an image. */
export function altText(image: Image): string {
  const seen = image.type === 'video' ? [image.caption] : [image.action, image.scene]
  return `${typeLabel(image)}: ${seen.filter(Boolean).join(', ')}`
}

/** Returns the title of an image: its caption, else its text alternative. */
export function imageTitle(image: Image): string {
  return image.caption || altText(image)
}
