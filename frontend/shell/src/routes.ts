import type { Site } from '@mcwick/api-calls'
import { texts } from './texts'

/** The route of a profile, which is at /@handle. The remote of the gallery renders it. */
export const profileRoute = '/@'

/**
 * The pages of the site, and the style guide for developers. A remote renders a page when the site configuration names
 * it for the path; with `matchSubpaths` it renders the paths below that one too.
 */
export const routes = [
  { path: '/', title: texts.titles.home },
  { path: '/ai', title: texts.titles.ai },
  { path: '/gallery', title: texts.titles.gallery, matchSubpaths: true },
  { path: profileRoute, title: texts.titles.profile },
  { path: '/picks', title: texts.titles.picks },
  { path: '/lore', title: texts.titles.lore },
  { path: '/wall', title: texts.titles.wall },
  { path: '/pfp', title: texts.titles.pfp },
  { path: '/bictok', title: texts.titles.bictok, matchSubpaths: true },
  { path: '/verse', title: texts.titles.verse },
  { path: '/safety', title: texts.titles.safety },
  { path: '/styleguide', title: texts.titles.styleguide },
] as const

export type RoutePath = (typeof routes)[number]['path']

/** Returns the route of a path, if any. */
export function routeOf(path: string, { flags }: Site) {
  if (path === '/styleguide' && !flags.styleguide) return undefined
  if (path.startsWith('/@')) return routes.find((route) => route.path === profileRoute && /^\/@\w+$/.test(path))
  return routes.find((route) => route.path === path || ('matchSubpaths' in route && path.startsWith(`${route.path}/`)))
}
