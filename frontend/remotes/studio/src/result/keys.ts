import { type Layer, move, resize, rotate } from './overlay'

/** A key with its modifiers. */
type Key = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'altKey' | 'metaKey'>

const shiftSteps = 5 // with Shift

/** Returns the layer after a key press on the canvas; undefined for keys without a function. */
export function layerAfterKey(layer: Layer, { key, shiftKey, ctrlKey, altKey, metaKey }: Key): Layer | undefined {
  if (metaKey || ctrlKey !== altKey) return undefined // some keyboard layouts type a bracket with Control and Alt
  const steps = shiftKey ? shiftSteps : 1
  switch (key) {
    case 'ArrowLeft':
      return move(layer, -steps, 0)
    case 'ArrowRight':
      return move(layer, steps, 0)
    case 'ArrowUp':
      return move(layer, 0, -steps)
    case 'ArrowDown':
      return move(layer, 0, steps)
    case '+':
    case '=':
      return resize(layer, 1)
    case '-':
    case '_':
      return resize(layer, -1)
    case '[':
      return rotate(layer, -1)
    case ']':
      return rotate(layer, 1)
  }
}

/** Returns the history action of a key, if any. */
export function historyAction({ key, shiftKey, ctrlKey, altKey, metaKey }: Key): 'undo' | 'redo' | undefined {
  if (altKey || !(ctrlKey || metaKey)) return undefined
  const letter = key.toLowerCase()
  if (letter === 'z') return shiftKey ? 'redo' : 'undo'
  return letter === 'y' && !shiftKey ? 'redo' : undefined
}
