import type { Image } from '@mcwick/api-client'
import { texts } from './texts'

/** The label of a picture's type. */
export function badgeOf({ type }: Image): string {
  return texts.types.find(({ value }) => value === type)?.badge ?? type
}

/** What is on a picture, for those who do not see it. */
export function altOf(image: Image): string {
  return `${badgeOf(image)}: ${[image.action, image.scene].filter(Boolean).join(', ')}`
}
