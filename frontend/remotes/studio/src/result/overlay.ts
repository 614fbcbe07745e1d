import type { Overlay } from '@mcwick/api-calls'
import { nanoid } from 'nanoid'

/** The width and height of the canvas in its own units; the screen shows it smaller. */
export const canvasSize = 1024
export const maxTextLength = 200 // UTF-16 code units, as the server counts
export const maxTextLines = 8

const sizes = { min: 32, max: 200, step: 4 }
const moveStep = 10
const rotationStep = 15

/** A text of the editor: an overlay with an id of 21 random characters. */
export interface Layer extends Required<Overlay> {
  readonly id: string
}

const middle = canvasSize / 2

export function newLayer(content: string, y = middle): Layer {
  return withId({
    content,
    fontSize: 48,
    fontFamily: 'Impact',
    color: '#ffffff',
    rotation: 0,
    x: middle,
    y,
  })
}

/** Returns the layer of an overlay. */
export function withId(overlay: Required<Overlay>): Layer {
  return { id: nanoid(), ...overlay }
}

/** Returns the overlay to send to the server. */
export function toOverlay({ id: _, ...overlay }: Layer): Required<Overlay> {
  return overlay
}

/** Resizes by one step, larger (1) or smaller (-1), within the limits. */
export function resize(layer: Layer, steps: 1 | -1): Layer {
  return withFontSize(layer, layer.fontSize + steps * sizes.step)
}

/** Sets the font size, rounded to the nearest valid one. */
export function withFontSize(layer: Layer, fontSize: number): Layer {
  return { ...layer, fontSize: clamp(Math.round(fontSize / sizes.step) * sizes.step, sizes.min, sizes.max) }
}

export function canResize(layer: Layer, steps: 1 | -1): boolean {
  return resize(layer, steps).fontSize !== layer.fontSize
}

/** Moves by steps; the center of the text stays on the canvas. */
export function move(layer: Layer, right: number, down: number): Layer {
  return withPosition(layer, layer.x + right * moveStep, layer.y + down * moveStep)
}

export function withPosition(layer: Layer, x: number, y: number): Layer {
  return { ...layer, x: clamp(Math.round(x), 0, canvasSize), y: clamp(Math.round(y), 0, canvasSize) }
}

/** Rotates by one step, clockwise (1) or back (-1). */
export function rotate(layer: Layer, steps: 1 | -1): Layer {
  return withRotation(layer, layer.rotation + steps * rotationStep)
}

/** Sets the rotation, rounded to the nearest valid one, 0 to 345 degrees. */
export function withRotation(layer: Layer, degrees: number): Layer {
  const rotation = Math.round(degrees / rotationStep) * rotationStep
  return { ...layer, rotation: ((rotation % 360) + 360) % 360 }
}

/** Sets the text; lines beyond the limit are cut off. */
export function withContent(layer: Layer, content: string): Layer {
  return { ...layer, content: content.split('\n').slice(0, maxTextLines).join('\n') }
}

export function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value))
}
