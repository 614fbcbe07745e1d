/** Returns a unique gesture id. */
export { nanoid as newGesture } from 'nanoid'

const maxSteps = 100

/** The undo history of a value. */
interface History<T> {
  readonly past: readonly T[]
  readonly present: T
  readonly future: readonly T[]
  /** The gesture that made the present value; further changes of it are the same step. */
  readonly gesture?: string | undefined
}

export function newHistory<T>(present: T): History<T> {
  return { past: [], present, future: [] }
}

/** Adds a change. All changes of one gesture are one step. */
export function pushChange<T>(history: History<T>, next: T, gesture?: string): History<T> {
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
