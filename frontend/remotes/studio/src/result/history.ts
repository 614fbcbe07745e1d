const maxSteps = 100 // that can be taken back

/** What was, is, and was taken back. */
export interface History<T> {
  readonly past: readonly T[]
  readonly present: T
  readonly future: readonly T[]
  /** The gesture that made the present; more of it is the same step. */
  readonly gesture?: string | undefined
}

export function begin<T>(present: T): History<T> {
  return { past: [], present, future: [] }
}

/** Takes a change in. All changes of one gesture are one step. */
export function change<T>(history: History<T>, next: T, gesture?: string): History<T> {
  if (next === history.present) return history
  if (gesture && gesture === history.gesture) return { ...history, present: next, future: [] }
  return { past: [...history.past, history.present].slice(-maxSteps), present: next, future: [], gesture }
}

export function undo<T>(history: History<T>): History<T> {
  if (history.past.length === 0) return history
  const present = history.past.at(-1) as T
  return { past: history.past.slice(0, -1), present, future: [history.present, ...history.future] }
}

export function redo<T>(history: History<T>): History<T> {
  if (history.future.length === 0) return history
  const present = history.future[0] as T
  return { past: [...history.past, history.present], present, future: history.future.slice(1) }
}

let gestures = 0

/** A name that no other gesture of this page has. */
export function newGesture(): string {
  gestures += 1
  return `gesture-${gestures}`
}
