import type { Image } from '@mcwick/api-calls'
import { texts } from './texts'

/** The label of a picture's type. */
export function badgeOf({ type }: Image): string {
  return texts.types.find(({ value }) => value === type)?.badge ?? type
}

/** What is on a picture, for those who do not see it. */
export function altOf(image: Image): string {
  return `${badgeOf(image)}: ${[image.action, image.scene].filter(Boolean).join(', ')}`
}

/** What a picture is called: its caption, else what is on it. */
export function titleOf(image: Image): string {
  return image.caption || altOf(image)
}
