import type { Overlay } from '@mcwick/api-client'

/** The picture's edge in its own units; the screen shows it smaller. */
export const canvasSize = 1024
export const maxTextLength = 200 // UTF-16 code units, as the server counts
export const maxTextLines = 8

const sizes = { min: 32, max: 200, step: 4 }
const moveStep = 10
const rotationStep = 15

export type Layer = Required<Overlay>

export function newLayer(content: string): Layer {
  const middle = canvasSize / 2
  return { content, fontSize: 48, fontFamily: 'Impact', color: '#ffffff', rotation: 0, x: middle, y: middle }
}

/** One step larger (1) or smaller (-1), within the limits. */
export function resize(layer: Layer, steps: 1 | -1): Layer {
  return { ...layer, fontSize: clamp(layer.fontSize + steps * sizes.step, sizes.min, sizes.max) }
}

export function canResize(layer: Layer, steps: 1 | -1): boolean {
  return resize(layer, steps).fontSize !== layer.fontSize
}

/** Moves by steps; the text's centre stays on the picture. */
export function move(layer: Layer, right: number, down: number): Layer {
  return placeAt(layer, layer.x + right * moveStep, layer.y + down * moveStep)
}

export function placeAt(layer: Layer, x: number, y: number): Layer {
  return { ...layer, x: clamp(Math.round(x), 0, canvasSize), y: clamp(Math.round(y), 0, canvasSize) }
}

/** One step clockwise (1) or back (-1). */
export function turn(layer: Layer, steps: 1 | -1): Layer {
  return { ...layer, rotation: (layer.rotation + steps * rotationStep + 360) % 360 }
}

/** Writes a text; lines beyond the limit are cut off. */
export function write(layer: Layer, content: string): Layer {
  return { ...layer, content: content.split('\n').slice(0, maxTextLines).join('\n') }
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value))
}
