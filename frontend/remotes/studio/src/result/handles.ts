import { type Layer, withFontSize, withRotation } from './overlay'
import type { Box } from './text-box'
import { type Point, rotatePoint, vectorBetween } from './text-geometry'

/** What a handle at the selected text changes. */
export type Handle = 'size' | 'turn'

export const padding = 10 // units between a text and its selection frame

/** Returns the corner of the selection frame that a handle is at, and the direction away from the text. */
export function cornerOf({ x, y, rotation }: Layer, { width, height }: Box, handle: Handle) {
  const side = handle === 'size' ? 1 : -1 // bottom right, top right
  const corner = rotatePoint({ x: width / 2 + padding, y: side * (height / 2 + padding) }, rotation)
  const away = rotatePoint({ x: Math.SQRT1_2, y: side * Math.SQRT1_2 }, rotation)
  return { corner: { x: x + corner.x, y: y + corner.y }, away }
}

/** Returns the layer after a handle was dragged. Font size and rotation are rounded to their steps. */
export function dragHandle(start: Layer, handle: Handle, from: Point, to: Point): Layer {
  const [before, after] = [vectorBetween(start, from), vectorBetween(start, to)]
  if (handle === 'turn') return withRotation(start, start.rotation + after.degrees - before.degrees)
  return before.length === 0 ? start : withFontSize(start, (start.fontSize * after.length) / before.length)
}
