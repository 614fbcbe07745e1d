const base = '/bictok/'

/** Returns the path of a shared video. */
export function videoPath(id: string): string {
  return base + id
}

/** Returns the video id in a path; undefined for the generator. */
export function videoIdFromPath(path: string): string | undefined {
  return path.startsWith(base) ? path.slice(base.length) || undefined : undefined
}
