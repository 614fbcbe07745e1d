import type { Overlay } from '@mcwick/api-calls'
import { nanoid } from 'nanoid'

/** The picture's edge in its own units; the screen shows it smaller. */
export const canvasSize = 1024
export const maxTextLength = 200 // UTF-16 code units, as the server counts
export const maxTextLines = 8

const sizes = { min: 32, max: 200, step: 4 }
const moveStep = 10
const rotationStep = 15

/** A text as the editor has it: an overlay with a name of its own, 21 random letters. */
export interface Layer extends Required<Overlay> {
  readonly id: string
}

const middle = canvasSize / 2

export function newLayer(content: string, y = middle): Layer {
  return named({
    content,
    fontSize: 48,
    fontFamily: 'Impact',
    color: '#ffffff',
    rotation: 0,
    x: middle,
    y,
  })
}

/** Gives a text a name unless it has one. */
export function named(layer: Omit<Layer, 'id'> & { id?: string }): Layer {
  return { id: nanoid(), ...layer }
}

/** What the server hears of a text. */
export function overlayOf({ id: _, ...overlay }: Layer): Overlay {
  return overlay
}

/** One step larger (1) or smaller (-1), within the limits. */
export function resize(layer: Layer, steps: 1 | -1): Layer {
  return sizeAt(layer, layer.fontSize + steps * sizes.step)
}

/** The nearest size that a text may have. */
export function sizeAt(layer: Layer, fontSize: number): Layer {
  return { ...layer, fontSize: clamp(Math.round(fontSize / sizes.step) * sizes.step, sizes.min, sizes.max) }
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
  return turnTo(layer, layer.rotation + steps * rotationStep)
}

/** The nearest turn that a text may have, 0 to 345 degrees. */
export function turnTo(layer: Layer, degrees: number): Layer {
  const rotation = Math.round(degrees / rotationStep) * rotationStep
  return { ...layer, rotation: ((rotation % 360) + 360) % 360 }
}

/** Writes a text; lines beyond the limit are cut off. */
export function write(layer: Layer, content: string): Layer {
  return { ...layer, content: content.split('\n').slice(0, maxTextLines).join('\n') }
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value))
}
