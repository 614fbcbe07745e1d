import { canvasSize, clamp } from './overlay'

/** A rectangle of the canvas, in canvas units. */
export interface Bounds {
  left: number
  top: number
  right: number
  bottom: number
}

const scale = 2

/**
 * Draws a rectangle at twice the resolution and scales it down. Browsers round edges to quarters of a pixel, which alone
 * would make one pixel in two hundred of an image full of text differ clearly from the server's.
 */
export function drawSupersampled(
  context: CanvasRenderingContext2D,
  bounds: Bounds,
  draw: (scaled: CanvasRenderingContext2D) => void,
) {
  const [left, top] = [clampToCanvas(Math.floor(bounds.left)), clampToCanvas(Math.floor(bounds.top))]
  const [width, height] = [clampToCanvas(Math.ceil(bounds.right)) - left, clampToCanvas(Math.ceil(bounds.bottom)) - top]
  if (width === 0 || height === 0) return
  const buffer = document.createElement('canvas')
  buffer.width = width * scale
  buffer.height = height * scale
  const scaled = buffer.getContext('2d')
  if (!scaled) return draw(context)
  scaled.scale(scale, scale)
  scaled.translate(-left, -top)
  draw(scaled)
  context.drawImage(buffer, left, top, width, height)
}

const clampToCanvas = (coordinate: number) => clamp(coordinate, 0, canvasSize)
