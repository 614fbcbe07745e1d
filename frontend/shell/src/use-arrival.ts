import { branded, type Shell } from '@mcwick/shell-contract'
import { useEffect, useRef } from 'react'
import { routeOf } from './routes'
import { texts } from './texts'

/**
 * On each change of page: its title, the remote's own where there is one, and focus on the content, so that a reader
 * hears where it is.
 */
export function useArrival({ location, config }: Shell, ownTitle: string | undefined) {
  const mainRef = useRef<HTMLElement>(null)
  const previous = useRef(location.path)
  useEffect(() => {
    const route = routeOf(location.path, config)
    const title = ownTitle ?? branded(route?.title ?? texts.titles.notFound, config)
    const { name, tagline } = config.brand
    document.title = location.path === '/' ? `${name} · ${tagline}` : `${title} · ${name}`
    mainRef.current?.setAttribute('aria-label', title)
  }, [location.path, config, ownTitle])
  useEffect(() => {
    if (previous.current === location.path) return
    previous.current = location.path
    mainRef.current?.focus({ preventScroll: true })
  }, [location.path])
  return mainRef
}
