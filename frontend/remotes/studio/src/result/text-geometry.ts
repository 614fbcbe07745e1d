import type { Layer } from './overlay'

/** A point in canvas units. */
export interface Point {
  x: number
  y: number
}

export const lineSpacing = 1.2 // of the font size
export const outlineRatio = 0.1 // of the font size, centred on the letter's edge

/**
 * Returns the baselines of a text's lines, in units below its center. `baseline` is the distance of a line's baseline below
 * its middle, in font sizes. Unrotated text is aligned to whole pixels, by browsers and by the server.
 */
export function baselinesOf({ fontSize, rotation, y }: Layer, count: number, baseline: number): number[] {
  return Array.from({ length: count }, (_, index) => {
    const middle = (index - (count - 1) / 2) * lineSpacing * fontSize
    const down = middle + baseline * fontSize
    return rotation === 0 ? Math.floor(y + down + 0.5) - y : down
  })
}

/** Returns how far a rotated rectangle reaches from its center to each side. */
export function rotatedReach(degrees: number, width: number, height: number): Point {
  const turn = toRadians(degrees)
  const [cos, sin] = [Math.abs(Math.cos(turn)), Math.abs(Math.sin(turn))]
  return { x: (width * cos + height * sin) / 2, y: (width * sin + height * cos) / 2 }
}

/** Returns a point after a turn around the origin. */
export function rotatePoint({ x, y }: Point, degrees: number): Point {
  const radians = toRadians(degrees)
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)]
  return { x: x * cos - y * sin, y: x * sin + y * cos }
}

const toRadians = (degrees: number) => (degrees * Math.PI) / 180

/** Moves the context's origin to the center of a layer, rotated with it. */
export function transformToLayer(context: CanvasRenderingContext2D, { x, y, rotation }: Layer) {
  context.translate(x, y)
  context.rotate(toRadians(rotation))
}

/** Returns the length and the angle of the way from one point to another. */
export function vectorBetween(from: Point, to: Point): { length: number; degrees: number } {
  const [right, down] = [to.x - from.x, to.y - from.y]
  return { length: Math.hypot(right, down), degrees: (Math.atan2(down, right) * 180) / Math.PI }
}
