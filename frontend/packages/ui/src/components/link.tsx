import { useShell } from '@mcwick/shell-contract'
import type { AnchorHTMLAttributes, MouseEvent } from 'react'

export interface LinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  href: string
  /** Replaces the current history entry. */
  replace?: boolean
  [data: `data-${string}`]: string | undefined
}

/** A link within the site: a real href, navigated without reloading the page. */
export function Link({ href, replace = false, onClick, ...rest }: LinkProps) {
  const { navigate, prefetch } = useShell()
  const prefetchHref = () => prefetch(href)
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    const isPlainClick = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    if (event.defaultPrevented || !isPlainClick) return
    event.preventDefault()
    navigate(href, { replace })
  }
  return <a {...rest} href={href} onClick={follow} onPointerEnter={prefetchHref} onFocus={prefetchHref} />
}
