const base = '/gallery/'

/** Returns the path of an image's page. */
export function imagePath(id: string): string {
  return base + id
}

/** Returns the image id in a path; undefined for the list. */
export function imageIdFromPath(path: string): string | undefined {
  return path.startsWith(base) ? path.slice(base.length) || undefined : undefined
}
