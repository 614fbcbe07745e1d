import { breakLines, setFont } from './draw-text'
import type { Layers } from './layers'
import type { Layer } from './overlay'
import { type Shape, sizeOf } from './shape'
import { lineSpacing, outlineRatio, type Point, rotatedReach } from './text-geometry'

/** The size of a text before rotation, around its center, in units. */
export interface Box {
  width: number
  height: number
}

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

/** Returns how far a rotated text reaches from its center to each side. */
export function reachOf({ rotation }: Layer, { width, height }: Box): Point {
  return rotatedReach(rotation, width, height)
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
    const [right, down] = [point.x - layer.x, point.y - layer.y]
    const [cos, sin] = [Math.cos(radians(layer.rotation)), Math.sin(radians(layer.rotation))]
    return (
      Math.abs(right * cos + down * sin) <= Math.max(width, minSize) / 2 &&
      Math.abs(down * cos - right * sin) <= Math.max(height, minSize) / 2
    )
  }
  const selectedLayer = selected === undefined ? undefined : layers[selected]
  if (selected !== undefined && selectedLayer && isHit(selectedLayer, selected)) return selected
  const hit = layers.findLastIndex(isHit)
  return hit < 0 ? undefined : hit
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180
}
