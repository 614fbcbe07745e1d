import type { Point } from './lines'
import { type Layer, placeAt, sizeAt, turnTo } from './overlay'

/** One finger (or the mouse) moves a text, two size and turn it too. */
export type Fingers = readonly [Point] | readonly [Point, Point]

/** The text `start` after the fingers went from one place to another. Sizes and turns take their steps. */
export function follow(start: Layer, from: Fingers, to: Fingers): Layer {
  const [begun, now] = [middleOf(from), middleOf(to)]
  const moved = placeAt(start, start.x + now.x - begun.x, start.y + now.y - begun.y)
  const [before, after] = [spread(from), spread(to)]
  if (!before || !after || before.length === 0) return moved
  const sized = sizeAt(moved, (start.fontSize * after.length) / before.length)
  return turnTo(sized, start.rotation + after.degrees - before.degrees)
}

function middleOf([a, b = a]: Fingers): Point {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }
}

function spread([a, b]: Fingers): { length: number; degrees: number } | undefined {
  if (!b) return undefined
  const [right, down] = [b.x - a.x, b.y - a.y]
  return { length: Math.hypot(right, down), degrees: (Math.atan2(down, right) * 180) / Math.PI }
}
