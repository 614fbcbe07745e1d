import { canvasSize } from './overlay'

/** A part of the picture, in units. */
export interface Room {
  left: number
  top: number
  right: number
  bottom: number
}

const fineness = 2

/**
 * Draws into a part of the picture twice as finely, and puts the averages there. Browsers round edges to quarters of a
 * pixel, which alone makes one pixel in two hundred of a picture full of text clearly differ from the server's.
 */
export function drawFinely(
  context: CanvasRenderingContext2D,
  room: Room,
  draw: (fine: CanvasRenderingContext2D) => void,
) {
  const [left, top] = [inside(Math.floor(room.left)), inside(Math.floor(room.top))]
  const [width, height] = [inside(Math.ceil(room.right)) - left, inside(Math.ceil(room.bottom)) - top]
  if (width === 0 || height === 0) return
  const sheet = document.createElement('canvas')
  sheet.width = width * fineness
  sheet.height = height * fineness
  const fine = sheet.getContext('2d')
  if (!fine) return draw(context)
  fine.scale(fineness, fineness)
  fine.translate(-left, -top)
  draw(fine)
  context.drawImage(sheet, left, top, width, height)
}

function inside(place: number): number {
  return Math.min(canvasSize, Math.max(0, place))
}
