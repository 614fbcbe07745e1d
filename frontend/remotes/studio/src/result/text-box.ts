import { breakLines, setFont } from './draw-text'
import type { Layers } from './layers'
import { lineSpacing, outlineRatio, type Point, turnedReach } from './lines'
import type { Layer } from './overlay'
import { type Shape, sizeOf } from './shape'

/** The room of a text before it is turned, around its centre, in units. */
export interface Box {
  width: number
  height: number
}

const context = document.createElement('canvas').getContext('2d')

/** By the text's shape where it is known, else measured. */
export function boxOf(layer: Layer, shape?: Shape): Box {
  const { width, lines } = shape ? sizeOf(layer, shape) : measure(layer)
  return { width: width + layer.fontSize * outlineRatio, height: lines * lineSpacing * layer.fontSize }
}

/** With the font as far as it is loaded; without a canvas, half the size for each letter. */
function measure(layer: Layer): { width: number; lines: number } {
  if (context) setFont(context, layer)
  const widthOf = (text: string) => context?.measureText(text).width ?? text.length * layer.fontSize * 0.5
  const lines = breakLines(layer.content, widthOf)
  return { width: Math.max(...lines.map(widthOf)), lines: lines.length }
}

/** How far a turned text reaches from its centre to each side. */
export function reachOf({ rotation }: Layer, { width, height }: Box): Point {
  return turnedReach(rotation, width, height)
}

/**
 * The text under a point: the selected one where it is there, else the topmost. Small texts count as `finger` units
 * wide and high, so that they can be hit.
 */
export function layerAt(
  layers: Layers,
  boxes: readonly Box[],
  point: Point,
  finger: number,
  selected?: number,
): number | undefined {
  const isHit = (layer: Layer, index: number) => {
    const { width, height } = boxes[index] ?? boxOf(layer)
    const [right, down] = [point.x - layer.x, point.y - layer.y]
    const [cos, sin] = [Math.cos(radians(layer.rotation)), Math.sin(radians(layer.rotation))]
    return (
      Math.abs(right * cos + down * sin) <= Math.max(width, finger) / 2 &&
      Math.abs(down * cos - right * sin) <= Math.max(height, finger) / 2
    )
  }
  const held = selected === undefined ? undefined : layers[selected]
  if (selected !== undefined && held && isHit(held, selected)) return selected
  const hit = layers.findLastIndex(isHit)
  return hit < 0 ? undefined : hit
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180
}
