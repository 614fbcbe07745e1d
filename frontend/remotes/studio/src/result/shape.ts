import type { TextLayout, TextLine } from '@mcwick/api-calls'
import type { Layer } from './overlay'
import { type Bounds, drawSupersampled } from './supersample'
import { baselinesOf, lineSpacing, outlineRatio, type Point, rotatedReach, transformToLayer } from './text-geometry'

/** The layout of a text as the server renders it, with its emoji images by object name. */
export interface Shape {
  layout: TextLayout
  pictures: ReadonlyMap<string, CanvasImageSource>
}

const unit = 1000 // a layout's lengths are thousandths of the font size

/** Draws a layer exactly as the server does: all outlines, above them all letters, above them all emoji. */
export function drawShape(context: CanvasRenderingContext2D, layer: Layer, shape: Shape) {
  const starts = startsOf(layer, shape)
  drawSupersampled(context, boundsOf(layer, shape), (scaled) => drawGlyphs(scaled, layer, shape, starts))
  drawEmoji(context, layer, shape, starts)
}

/** Returns the start of each line on its baseline, relative to the center, before rotation. */
function startsOf(layer: Layer, { layout }: Shape): Point[] {
  const baselines = baselinesOf(layer, layout.lines.length, layout.baseline / unit)
  return layout.lines.map(({ width }, index) => ({ x: (-width / 2 / unit) * layer.fontSize, y: baselines[index] ?? 0 }))
}

function drawGlyphs(context: CanvasRenderingContext2D, layer: Layer, { layout }: Shape, starts: Point[]) {
  const scale = layer.fontSize / unit
  const glyphs = new Path2D()
  for (const [index, line] of layout.lines.entries()) {
    glyphs.addPath(pathOf(line), { a: scale, d: scale, e: starts[index]?.x ?? 0, f: starts[index]?.y ?? 0 })
  }
  context.save()
  transformToLayer(context, layer)
  context.lineJoin = 'round'
  context.lineWidth = layer.fontSize * outlineRatio
  context.strokeStyle = '#000000'
  context.stroke(glyphs)
  context.fillStyle = layer.color
  context.fill(glyphs)
  context.restore()
}

function drawEmoji(context: CanvasRenderingContext2D, layer: Layer, { layout, pictures }: Shape, starts: Point[]) {
  const scale = layer.fontSize / unit
  context.save()
  transformToLayer(context, layer)
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

/** Parses the path of a line once, because parsing is slower than drawing. */
function pathOf(line: TextLine): Path2D {
  const known = paths.get(line)
  if (known) return known
  const path = new Path2D(line.outline)
  paths.set(line, path)
  return path
}

/** Returns the bounds of all letters: some exceed their line, by at most the font size. */
function boundsOf(layer: Layer, shape: Shape): Bounds {
  const { width, lines } = sizeOf(layer, shape)
  const { x, y } = rotatedReach(layer.rotation, width, lines * lineSpacing * layer.fontSize)
  const [across, down] = [x + layer.fontSize, y + layer.fontSize]
  return { left: layer.x - across, top: layer.y - down, right: layer.x + across, bottom: layer.y + down }
}

/** Returns the width of a text before rotation, in canvas units, and its number of lines. */
export function sizeOf({ fontSize }: Layer, { layout }: Shape): { width: number; lines: number } {
  const widest = Math.max(...layout.lines.map(({ width }) => width))
  return { width: (widest * fontSize) / unit, lines: layout.lines.length }
}
