import type { Site } from '@mcwick/api-client'
import { texts } from './texts'

/**
 * The nine pages of the site, and one for those who build it. A remote fills a page when the configuration names it for
 * the page's path.
 */
export const routes = [
  { path: '/', title: texts.titles.home },
  { path: '/ai', title: texts.titles.ai },
  { path: '/gallery', title: texts.titles.gallery },
  { path: '/picks', title: texts.titles.picks },
  { path: '/lore', title: texts.titles.lore },
  { path: '/wall', title: texts.titles.wall },
  { path: '/pfp', title: texts.titles.pfp },
  { path: '/bictok', title: texts.titles.bictok },
  { path: '/verse', title: texts.titles.verse },
  { path: '/styleguide', title: texts.titles.styleguide },
] as const

export type RoutePath = (typeof routes)[number]['path']

const withPagesBelow: RoutePath = '/gallery'

/** The page that an address belongs to, if any. What lies below the gallery is drawn by its remote. */
export function routeOf(path: string, { flags }: Site) {
  if (path === '/styleguide' && !flags.styleguide) return undefined
  const below = path.startsWith(`${withPagesBelow}/`)
  return routes.find((route) => route.path === (below ? withPagesBelow : path))
}
