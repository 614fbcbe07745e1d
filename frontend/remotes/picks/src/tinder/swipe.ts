import type { Vote } from './deck'

const farEnough = 0.3 // of the card's width
const fastEnough = 0.5 // pixels a millisecond
const atLeast = 24 // pixels; below, a finger only trembled
const memoryMs = 100

/** Where a finger was, in pixels of the page, and when in milliseconds. */
export interface Step {
  x: number
  at: number
}

/** What a swipe says when the finger is lifted: far enough or fast enough to the right is green, to the left red. */
export function voteOf(steps: Step[], width: number): Vote | undefined {
  const [first, last] = [steps[0], steps.at(-1)]
  if (!first || !last) return undefined
  const way = last.x - first.x
  const recent = steps.find(({ at }) => last.at - at <= memoryMs) ?? last
  const speed = (last.x - recent.x) / Math.max(1, last.at - recent.at)
  const isFlick = Math.abs(way) >= atLeast && Math.abs(speed) >= fastEnough && Math.sign(speed) === Math.sign(way)
  const isFlickBack = Math.abs(speed) >= fastEnough && Math.sign(speed) !== Math.sign(way)
  if (!isFlick && (isFlickBack || Math.abs(way) < width * farEnough)) return undefined
  return way > 0 ? 'green' : 'red'
}
