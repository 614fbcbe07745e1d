import type { DrawingName } from '@mcwick/ui'
import type { Side } from './side'

const drawings = ['angel', 'astronaut', 'gentleman', 'king', 'ninja', 'rapper', 'skier', 'trader'] as const

/** Returns a handle without its @. */
function withoutAt(handle: string): string {
  return handle.replace(/^@/, '')
}

/** Returns the URL of a handle's X profile. */
export function profileUrl(handle: string): string {
  return `https://x.com/${encodeURIComponent(withoutAt(handle))}`
}

/** Returns the drawing of a handle, always the same one; on the wall of shame its variant with a snuffed flame. */
export function avatarDrawing(handle: string, side: Side): DrawingName {
  let hash = 0
  for (const letter of withoutAt(handle).toLowerCase()) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x9e3779b1)
  const drawing = drawings[(hash >>> 16) % drawings.length] ?? 'king'
  return side === 'shame' ? `snuffed-${drawing}` : `friend-${drawing}`
}
