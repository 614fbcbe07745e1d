import { canvasSize, type Layer, withPosition } from './overlay'
import type { Point } from './text-geometry'

/** The margin on all four sides, in units. */
export const margin = 48

/** The positions of the guide lines, in units: x vertical, y horizontal. */
export interface Guides {
  x?: number | undefined
  y?: number | undefined
}

/**
 * Moves a text that is within `tolerance` units of the center or of a margin exactly there. `reach` is its extent from its
 * center to each side.
 */
export function snap(layer: Layer, reach: Point, tolerance: number): { layer: Layer; guides: Guides } {
  const [x, y] = [nearest(layer.x, reach.x, tolerance), nearest(layer.y, reach.y, tolerance)]
  return {
    layer: withPosition(layer, x?.center ?? layer.x, y?.center ?? layer.y),
    guides: { x: x?.guide, y: y?.guide },
  }
}

function nearest(center: number, reach: number, tolerance: number) {
  const targets = [{ center: canvasSize / 2, guide: canvasSize / 2 }]
  // A text wider than the space between the margins snaps to neither.
  if (2 * (reach + margin) <= canvasSize) {
    targets.push({ center: margin + reach, guide: margin })
    targets.push({ center: canvasSize - margin - reach, guide: canvasSize - margin })
  }
  const distance = (target: { center: number }) => Math.abs(target.center - center)
  return targets.filter((target) => distance(target) <= tolerance).sort((a, b) => distance(a) - distance(b))[0]
}
