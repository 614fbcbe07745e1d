import type { Point } from './lines'
import { canvasSize, type Layer, placeAt } from './overlay'

/** The same on all four sides, in units. */
export const margin = 48

/** Where guide lines stand, in units: x upright, y level. */
export interface Guides {
  x?: number | undefined
  y?: number | undefined
}

/**
 * Puts a text that comes within `tolerance` units of the middle or of a margin exactly there. `reach` is how far it
 * goes from its centre to each side.
 */
export function snap(layer: Layer, reach: Point, tolerance: number): { layer: Layer; guides: Guides } {
  const [x, y] = [nearest(layer.x, reach.x, tolerance), nearest(layer.y, reach.y, tolerance)]
  return {
    layer: placeAt(layer, x?.centre ?? layer.x, y?.centre ?? layer.y),
    guides: { x: x?.guide, y: y?.guide },
  }
}

function nearest(centre: number, reach: number, tolerance: number) {
  const places = [{ centre: canvasSize / 2, guide: canvasSize / 2 }]
  // A text wider than the room between the margins keeps none of them.
  if (2 * (reach + margin) <= canvasSize) {
    places.push({ centre: margin + reach, guide: margin })
    places.push({ centre: canvasSize - margin - reach, guide: canvasSize - margin })
  }
  const distance = (place: { centre: number }) => Math.abs(place.centre - centre)
  return places.filter((place) => distance(place) <= tolerance).sort((a, b) => distance(a) - distance(b))[0]
}
