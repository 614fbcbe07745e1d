import { useShell } from '@mcwick/shell-contract'
import type { AnchorHTMLAttributes, MouseEvent } from 'react'

export interface LinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  href: string
  /** Takes the place of the present page in the history. */
  replace?: boolean
  [data: `data-${string}`]: string | undefined
}

/** A link inside the site: a real address, followed without loading the page anew. */
export function Link({ href, replace = false, onClick, ...rest }: LinkProps) {
  const { navigate, prefetch } = useShell()
  const intend = () => prefetch(href)
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    const isPlainClick = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    if (event.defaultPrevented || !isPlainClick) return
    event.preventDefault()
    navigate(href, { replace })
  }
  return <a {...rest} href={href} onClick={follow} onPointerEnter={intend} onFocus={intend} />
}
