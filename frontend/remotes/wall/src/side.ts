import { Wall } from '@mcwick/api-calls'

/** The two walls: the bright one and the cold one. */
export type Side = 'flame' | 'shame'

/** The wall that an address names; the bright one unless it says otherwise. */
export function sideIn(search: URLSearchParams): Side {
  return search.get('wall') === 'shame' ? 'shame' : 'flame'
}

/** The address of a wall. */
export function pathOf(side: Side): string {
  return side === 'shame' ? '/wall?wall=shame' : '/wall'
}

/** A wall as the service names it. */
export function wallOf(side: Side): Wall {
  return side === 'shame' ? Wall.WALL_SHAME : Wall.WALL_FLAME
}
