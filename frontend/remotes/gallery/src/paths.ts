const base = '/gallery/'

/** The page of one picture. */
export function pathOf(id: string): string {
  return base + id
}

/** The picture that an address names; undefined on the wall. */
export function idOf(path: string): string | undefined {
  return path.startsWith(base) ? path.slice(base.length) || undefined : undefined
}
