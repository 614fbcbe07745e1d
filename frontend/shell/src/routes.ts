import type { Site } from '@mcwick/api-calls'
import { texts } from './texts'

/**
 * The nine pages of the site, and one for those who build it. A remote fills a page when the configuration names it for
 * the page's path; `below` gives it the addresses below that path too.
 */
export const routes = [
  { path: '/', title: texts.titles.home },
  { path: '/ai', title: texts.titles.ai },
  { path: '/gallery', title: texts.titles.gallery, below: true },
  { path: '/picks', title: texts.titles.picks },
  { path: '/lore', title: texts.titles.lore },
  { path: '/wall', title: texts.titles.wall },
  { path: '/pfp', title: texts.titles.pfp },
  { path: '/bictok', title: texts.titles.bictok, below: true },
  { path: '/verse', title: texts.titles.verse },
  { path: '/styleguide', title: texts.titles.styleguide },
] as const

export type RoutePath = (typeof routes)[number]['path']

/** The page that an address belongs to, if any. */
export function routeOf(path: string, { flags }: Site) {
  if (path === '/styleguide' && !flags.styleguide) return undefined
  return routes.find((route) => route.path === path || ('below' in route && path.startsWith(`${route.path}/`)))
}
