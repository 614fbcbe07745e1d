import { breakLines, setFont } from './draw-text'
import type { Layers } from './layers'
import { canResize, canvasSize, clamp, type Layer, resize, withPosition } from './overlay'
import { type Shape, sizeOf } from './shape'
import { lineSpacing, outlineRatio, type Point, rotatedReach, rotatePoint } from './text-geometry'

/** The size of a text before rotation, around its center, in units. */
export interface Box {
  width: number
  height: number
}

const fitMargin = 8 // units; the server's layout may be wider than the browser's

const context = document.createElement('canvas').getContext('2d')

/** Returns the size of a layer, from its shape where that is known, else measured. */
export function measureLayer(layer: Layer, shape?: Shape): Box {
  const { width, lines } = shape ? sizeOf(layer, shape) : measure(layer)
  return { width: width + layer.fontSize * outlineRatio, height: lines * lineSpacing * layer.fontSize }
}

/** Measures with the font as far as it is loaded; without a canvas, half the font size per character. */
function measure(layer: Layer): { width: number; lines: number } {
  if (context) setFont(context, layer)
  const widthOf = (text: string) => context?.measureText(text).width ?? text.length * layer.fontSize * 0.5
  const lines = breakLines(layer.content, widthOf)
  return { width: Math.max(...lines.map(widthOf)), lines: lines.length }
}

/** Whether letters of a layer are beyond the edges of the picture. */
export function isOutside(layer: Layer, shape?: Shape): boolean {
  const { x, y } = reachOfLetters(layer, shape)
  return layer.x < x || layer.x > canvasSize - x || layer.y < y || layer.y > canvasSize - y
}

/** Returns the layer so that its letters are on the picture: moved, and smaller where that is not enough. */
export function fitLayer(layer: Layer): Layer {
  const reach = reachOfLetters(layer)
  const [x, y] = [reach.x + fitMargin, reach.y + fitMargin]
  const isTooLarge = Math.max(x, y) > canvasSize / 2
  if (isTooLarge && canResize(layer, -1)) return fitLayer(resize(layer, -1))
  return withPosition(layer, clampToMiddle(layer.x, x), clampToMiddle(layer.y, y))
}

/** Without the space above and below the lines. */
function reachOfLetters(layer: Layer, shape?: Shape): Point {
  const { width, height } = measureLayer(layer, shape)
  return rotatedReach(layer.rotation, width, height - (lineSpacing - 1) * layer.fontSize)
}

/** Keeps a center this far from both edges, or in the middle when there is no room for it. */
function clampToMiddle(center: number, reach: number): number {
  return reach > canvasSize / 2 ? canvasSize / 2 : clamp(center, reach, canvasSize - reach)
}

/**
 * Returns the index of the layer at a point: the selected one if it is there, else the topmost. Small texts count as
 * `minSize` units wide and high, so that they can be hit by touch.
 */
export function layerAt(
  layers: Layers,
  boxes: readonly Box[],
  point: Point,
  minSize: number,
  selected?: number,
): number | undefined {
  const isHit = (layer: Layer, index: number) => {
    const { width, height } = boxes[index] ?? measureLayer(layer)
    const { x, y } = rotatePoint({ x: point.x - layer.x, y: point.y - layer.y }, -layer.rotation)
    return Math.abs(x) <= Math.max(width, minSize) / 2 && Math.abs(y) <= Math.max(height, minSize) / 2
  }
  const selectedLayer = selected === undefined ? undefined : layers[selected]
  if (selected !== undefined && selectedLayer && isHit(selectedLayer, selected)) return selected
  const hit = layers.findLastIndex(isHit)
  return hit < 0 ? undefined : hit
}
