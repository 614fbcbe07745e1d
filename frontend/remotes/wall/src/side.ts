import { Wall } from '@mcwick/api-calls'

/** The two walls, as the page names them. */
export type Side = 'flame' | 'shame'

/** Returns the wall in a query string; the wall of flame by default. */
export function sideFromSearch(search: URLSearchParams): Side {
  return search.get('wall') === 'shame' ? 'shame' : 'flame'
}

/** Returns the path of a wall. */
export function wallPath(side: Side): string {
  return side === 'shame' ? '/wall?wall=shame' : '/wall'
}

/** Returns the API's name of a wall. */
export function apiWall(side: Side): Wall {
  return side === 'shame' ? Wall.WALL_SHAME : Wall.WALL_FLAME
}
