import { type Layer, move, resize, rotate } from './overlay'

/** A key with its modifiers. */
type Key = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'altKey' | 'metaKey'>

const shiftSteps = 5 // with Shift

const changes: Record<string, (layer: Layer, steps: number) => Layer> = {
  ArrowLeft: (layer, steps) => move(layer, -steps, 0),
  ArrowRight: (layer, steps) => move(layer, steps, 0),
  ArrowUp: (layer, steps) => move(layer, 0, -steps),
  ArrowDown: (layer, steps) => move(layer, 0, steps),
  '+': (layer) => resize(layer, 1),
  '=': (layer) => resize(layer, 1),
  '-': (layer) => resize(layer, -1),
  _: (layer) => resize(layer, -1),
  '[': (layer) => rotate(layer, -1),
  ']': (layer) => rotate(layer, 1),
}

/** Returns the layer after a key press on the canvas; undefined for keys without a function. */
export function layerAfterKey(layer: Layer, { key, shiftKey, ctrlKey, altKey, metaKey }: Key): Layer | undefined {
  if (metaKey || ctrlKey !== altKey) return undefined // some keyboard layouts type a bracket with Control and Alt
  return changes[key]?.(layer, shiftKey ? shiftSteps : 1)
}

/** Returns the history action of a key, if any. */
export function historyAction({ key, shiftKey, ctrlKey, altKey, metaKey }: Key): 'undo' | 'redo' | undefined {
  if (altKey || !(ctrlKey || metaKey)) return undefined
  const letter = key.toLowerCase()
  if (letter === 'z') return shiftKey ? 'redo' : 'undo'
  return letter === 'y' && !shiftKey ? 'redo' : undefined
}
