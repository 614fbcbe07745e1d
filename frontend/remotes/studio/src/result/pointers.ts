import { type Layer, withFontSize, withPosition, withRotation } from './overlay'
import { type Point, vectorBetween } from './text-geometry'

/** One pointer moves a layer, two also scale and rotate it. */
export type Pointers = readonly [Point] | readonly [Point, Point]

/** Returns the layer after the pointers moved. Font size and rotation are rounded to their steps. */
export function applyPointers(start: Layer, from: Pointers, to: Pointers): Layer {
  const [startCenter, endCenter] = [centerOf(from), centerOf(to)]
  const moved = withPosition(start, start.x + endCenter.x - startCenter.x, start.y + endCenter.y - startCenter.y)
  if (!from[1] || !to[1]) return moved
  const [before, after] = [vectorBetween(from[0], from[1]), vectorBetween(to[0], to[1])]
  if (before.length === 0) return moved
  const sized = withFontSize(moved, (start.fontSize * after.length) / before.length)
  return withRotation(sized, start.rotation + after.degrees - before.degrees)
}

function centerOf([a, b = a]: Pointers): Point {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }
}
