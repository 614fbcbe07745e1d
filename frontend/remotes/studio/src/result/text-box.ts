import { breakLines, lineSpacing, outlineRatio, setFont } from './draw-text'
import type { Layers } from './layers'
import type { Layer } from './overlay'

/** In units of the picture. */
export interface Point {
  x: number
  y: number
}

/** The room of a text before it is turned, around its centre, in units. */
export interface Box {
  width: number
  height: number
}

const context = document.createElement('canvas').getContext('2d')

/** Measured with the font as far as it is loaded; without a canvas, half the size for each letter. */
export function boxOf(layer: Layer): Box {
  if (context) setFont(context, layer)
  const widthOf = (text: string) => context?.measureText(text).width ?? text.length * layer.fontSize * 0.5
  const lines = breakLines(layer.content, widthOf)
  return {
    width: Math.max(...lines.map(widthOf)) + layer.fontSize * outlineRatio,
    height: lines.length * lineSpacing * layer.fontSize,
  }
}

/** How far a turned text reaches from its centre to each side. */
export function reachOf({ rotation }: Layer, { width, height }: Box): Point {
  const [cos, sin] = [Math.abs(Math.cos(radians(rotation))), Math.abs(Math.sin(radians(rotation)))]
  return { x: (width * cos + height * sin) / 2, y: (width * sin + height * cos) / 2 }
}

/** The topmost text under a point. Small texts count as `finger` units wide and high, so that they can be hit. */
export function layerAt(layers: Layers, boxes: readonly Box[], point: Point, finger: number): number | undefined {
  const hit = layers.findLastIndex((layer, index) => {
    const { width, height } = boxes[index] ?? boxOf(layer)
    const [right, down] = [point.x - layer.x, point.y - layer.y]
    const [cos, sin] = [Math.cos(radians(layer.rotation)), Math.sin(radians(layer.rotation))]
    return (
      Math.abs(right * cos + down * sin) <= Math.max(width, finger) / 2 &&
      Math.abs(down * cos - right * sin) <= Math.max(height, finger) / 2
    )
  })
  return hit < 0 ? undefined : hit
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180
}
