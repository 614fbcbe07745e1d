import { branded, type Shell } from '@mcwick/shell-contract'
import { useEffect, useRef } from 'react'
import { routeOf } from './routes'
import { texts } from './texts'

/**
 * On each navigation sets the window title (the remote's own, where it set one) and focuses the main content, so that screen
 * readers announce the new page.
 */
export function useRouteAnnouncer({ location, config }: Shell, remoteTitle: string | undefined) {
  const mainRef = useRef<HTMLElement>(null)
  const previousPath = useRef(location.path)
  useEffect(() => {
    const route = routeOf(location.path, config)
    const title = remoteTitle ?? branded(route?.title ?? texts.titles.notFound, config)
    const { name, tagline } = config.brand
    document.title = location.path === '/' ? `${name} · ${tagline}` : `${title} · ${name}`
    mainRef.current?.setAttribute('aria-label', title)
  }, [location.path, config, remoteTitle])
  useEffect(() => {
    if (previousPath.current === location.path) return
    previousPath.current = location.path
    mainRef.current?.focus({ preventScroll: true })
  }, [location.path])
  return mainRef
}
