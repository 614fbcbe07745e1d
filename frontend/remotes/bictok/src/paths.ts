const base = '/bictok/'

/** The page of one shared video. */
export function pathOf(id: string): string {
  return base + id
}

/** The video that an address names; undefined in the generator. */
export function idOf(path: string): string | undefined {
  return path.startsWith(base) ? path.slice(base.length) || undefined : undefined
}
