const most = 1.8 // degrees

/** How crooked a print hangs: always the same for the same picture. */
export function tiltOf(id: string): number {
  let hash = 0
  for (const letter of id) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x9e3779b1)
  return ((hash >>> 0) / 0xffffffff) * 2 * most - most
}
