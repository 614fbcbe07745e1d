import type { Vote } from './deck'

const minDistanceRatio = 0.3 // of the card's width
const minSpeed = 0.5 // pixels a millisecond
const minFlickDistance = 24 // pixels; less is no intended movement
const speedWindowMs = 100

/** A pointer position in CSS pixels, with its time in milliseconds. */
export interface PointerSample {
  x: number
  at: number
}

/** Returns the vote of a finished swipe: far or fast enough to the right is green, to the left red. */
export function voteFromSwipe(samples: PointerSample[], width: number): Vote | undefined {
  const [first, last] = [samples[0], samples.at(-1)]
  if (!first || !last) return undefined
  const distance = last.x - first.x
  const recent = samples.find(({ at }) => last.at - at <= speedWindowMs) ?? last
  const speed = (last.x - recent.x) / Math.max(1, last.at - recent.at)
  const isFlick =
    Math.abs(distance) >= minFlickDistance && Math.abs(speed) >= minSpeed && Math.sign(speed) === Math.sign(distance)
  const isFlickBack = Math.abs(speed) >= minSpeed && Math.sign(speed) !== Math.sign(distance)
  if (!isFlick && (isFlickBack || Math.abs(distance) < width * minDistanceRatio)) return undefined
  return distance > 0 ? 'green' : 'red'
}
