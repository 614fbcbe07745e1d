const maxDegrees = 1.8

/** Returns the rotation of an image card, always the same for the same image. */
export function tiltDegrees(id: string): number {
  let hash = 0
  for (const letter of id) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x9e3779b1)
  return ((hash >>> 0) / 0xffffffff) * 2 * maxDegrees - maxDegrees
}
