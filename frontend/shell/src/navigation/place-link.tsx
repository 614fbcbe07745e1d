import { Link } from '@mcwick/ui'
import type { AnchorHTMLAttributes } from 'react'
import { isElsewhere } from '../launch'

interface PlaceLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  href: string
  /** Replaces the current history entry, on this site. */
  replace?: boolean
  'data-kind'?: 'primary'
}

/** A link to a place, which may be on another site. */
export function PlaceLink({ href, replace = false, ...rest }: PlaceLinkProps) {
  if (isElsewhere(href)) return <a {...rest} href={href} target="_blank" rel="noopener" />
  return <Link {...rest} href={href} replace={replace} />
}
