import { type Layer, move, resize, turn } from './overlay'

/** A key with its modifiers, as the browser tells them. */
export interface Key {
  key: string
  shiftKey: boolean
  ctrlKey: boolean
  altKey: boolean
  metaKey: boolean
}

const far = 5 // steps with Shift held

/** The text after a key on the canvas; undefined for keys that mean nothing there. */
export function press(layer: Layer, { key, shiftKey, ctrlKey, altKey, metaKey }: Key): Layer | undefined {
  if (metaKey || ctrlKey !== altKey) return undefined // Control with Alt is how some keyboards write a bracket
  const steps = shiftKey ? far : 1
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
      return turn(layer, -1)
    case ']':
      return turn(layer, 1)
  }
}

/** Which way through the history a key goes. */
export function historyKey({ key, shiftKey, ctrlKey, altKey, metaKey }: Key): 'undo' | 'redo' | undefined {
  if (altKey || !(ctrlKey || metaKey)) return undefined
  const letter = key.toLowerCase()
  if (letter === 'z') return shiftKey ? 'redo' : 'undo'
  return letter === 'y' && !shiftKey ? 'redo' : undefined
}
