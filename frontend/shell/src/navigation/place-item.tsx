import type { ReactNode } from 'react'
import type { Place } from '../launch'
import { PlaceLink } from './place-link'
import { Soon } from './soon'

interface PlaceItemProps {
  place: Place
  className: string
  /** Replaces the current history entry, on this site. */
  replace?: boolean
  /** The path of the page that is shown: the item of it is marked. */
  current?: string
  onChoose?: (() => void) | undefined
  /** What it shows in place of label and text. */
  children?: ReactNode
}

/** A place in a menu or a list of tiles: a link, or marked as coming soon. */
export function PlaceItem({ place, className, replace = false, current, onChoose, children }: PlaceItemProps) {
  const { label, text, href, date } = place
  const content = children ?? (
    <>
      <b>{label}</b>
      {text && <small>{text}</small>}
    </>
  )
  if (!href) {
    return (
      <span className={className} data-disabled="">
        {content} <Soon date={date} />
      </span>
    )
  }
  return (
    <PlaceLink
      href={href}
      replace={replace}
      className={className}
      aria-current={href === current ? 'page' : undefined}
      onClick={onChoose}
    >
      {content}
    </PlaceLink>
  )
}
