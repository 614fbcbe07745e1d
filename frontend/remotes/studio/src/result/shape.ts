import type { TextLayout, TextLine } from '@mcwick/api-calls'
import { drawFinely, type Room } from './fine'
import { baselinesOf, enter, lineSpacing, outlineRatio, type Point, turnedReach } from './lines'
import type { Layer } from './overlay'

/** A text as the server would paint it: its layout, with the pictures of its emoji by their objects' names. */
export interface Shape {
  layout: TextLayout
  pictures: ReadonlyMap<string, CanvasImageSource>
}

const unit = 1000 // a layout's lengths are thousandths of the font size

/** Draws a layer exactly as the server will: all outlines, above them all letters, above them all emoji. */
export function drawShape(context: CanvasRenderingContext2D, layer: Layer, shape: Shape) {
  const starts = startsOf(layer, shape)
  drawFinely(context, roomOf(layer, shape), (fine) => drawLetters(fine, layer, shape, starts))
  drawEmoji(context, layer, shape, starts)
}

/** Where each line begins on its baseline, from the text's centre, before the text is turned. */
function startsOf(layer: Layer, { layout }: Shape): Point[] {
  const baselines = baselinesOf(layer, layout.lines.length, layout.baseline / unit)
  return layout.lines.map(({ width }, index) => ({ x: (-width / 2 / unit) * layer.fontSize, y: baselines[index] ?? 0 }))
}

function drawLetters(context: CanvasRenderingContext2D, layer: Layer, { layout }: Shape, starts: Point[]) {
  const scale = layer.fontSize / unit
  const letters = new Path2D()
  for (const [index, line] of layout.lines.entries()) {
    letters.addPath(pathOf(line), { a: scale, d: scale, e: starts[index]?.x ?? 0, f: starts[index]?.y ?? 0 })
  }
  context.save()
  enter(context, layer)
  context.lineJoin = 'round'
  context.lineWidth = layer.fontSize * outlineRatio
  context.strokeStyle = '#000000'
  context.stroke(letters)
  context.fillStyle = layer.color
  context.fill(letters)
  context.restore()
}

function drawEmoji(context: CanvasRenderingContext2D, layer: Layer, { layout, pictures }: Shape, starts: Point[]) {
  const scale = layer.fontSize / unit
  context.save()
  enter(context, layer)
  context.imageSmoothingQuality = 'high'
  for (const [index, line] of layout.lines.entries()) {
    const { x, y } = starts[index] ?? { x: 0, y: 0 }
    for (const emoji of line.emoji) {
      const picture = pictures.get(emoji.objectName)
      if (!picture) continue
      const [left, top] = [x + emoji.x * scale, y + emoji.y * scale]
      context.drawImage(picture, left, top, emoji.width * scale, emoji.height * scale)
    }
  }
  context.restore()
}

const paths = new WeakMap<TextLine, Path2D>()

/** Reading path data takes longer than drawing it, so it is done once. */
function pathOf(line: TextLine): Path2D {
  const known = paths.get(line)
  if (known) return known
  const path = new Path2D(line.outline)
  paths.set(line, path)
  return path
}

/** All that the letters may touch: some reach out of their lines, but none further than a font size. */
function roomOf(layer: Layer, shape: Shape): Room {
  const { width, lines } = sizeOf(layer, shape)
  const { x, y } = turnedReach(layer.rotation, width, lines * lineSpacing * layer.fontSize)
  const [across, down] = [x + layer.fontSize, y + layer.fontSize]
  return { left: layer.x - across, top: layer.y - down, right: layer.x + across, bottom: layer.y + down }
}

/** How wide a text is before it is turned, in units of the picture, and on how many lines it stands. */
export function sizeOf({ fontSize }: Layer, { layout }: Shape): { width: number; lines: number } {
  const widest = Math.max(...layout.lines.map(({ width }) => width))
  return { width: (widest * fontSize) / unit, lines: layout.lines.length }
}
