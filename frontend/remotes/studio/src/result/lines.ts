import type { Layer } from './overlay'

/** In units of the picture. */
export interface Point {
  x: number
  y: number
}

export const lineSpacing = 1.2 // of the font size
export const outlineRatio = 0.1 // of the font size, centred on the letter's edge

/**
 * Where the lines of a text stand, in units down from its centre. `baseline` is how far a line's baseline lies below its
 * middle, in font sizes. Browsers put upright text on whole pixels; the server does the same, and so do outlines.
 */
export function baselinesOf({ fontSize, rotation, y }: Layer, count: number, baseline: number): number[] {
  return Array.from({ length: count }, (_, index) => {
    const middle = (index - (count - 1) / 2) * lineSpacing * fontSize
    const down = middle + baseline * fontSize
    return rotation === 0 ? Math.floor(y + down + 0.5) - y : down
  })
}

/** How far a room of that width and height reaches from its centre to each side when it is turned. */
export function turnedReach(degrees: number, width: number, height: number): Point {
  const turn = (degrees * Math.PI) / 180
  const [cos, sin] = [Math.abs(Math.cos(turn)), Math.abs(Math.sin(turn))]
  return { x: (width * cos + height * sin) / 2, y: (width * sin + height * cos) / 2 }
}

/** Puts the context into the middle of a text, turned with it. */
export function enter(context: CanvasRenderingContext2D, { x, y, rotation }: Layer) {
  context.translate(x, y)
  context.rotate((rotation * Math.PI) / 180)
}
