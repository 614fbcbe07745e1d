const base = '/gallery/'
const videoBase = '/bictok/'
const profileBase = '/@'

/** Returns the path of an image's page; a shared video has a page of its own. */
export function imagePath(id: string, type?: string): string {
  return (type === 'video' ? videoBase : base) + id
}

/** Returns the path of the maker that begins with a meme's scene, style and texts. */
export function remixPath(id: string): string {
  return `/ai?remix=${id}&new`
}

/** Returns the path of a profile. */
export function profilePath(handle: string): string {
  return profileBase + handle.replace(/^@/, '')
}

/** Returns the handle in a path, with its '@'; undefined for other pages. */
export function handleFromPath(path: string): string | undefined {
  return path.startsWith(profileBase) ? path.slice(1) : undefined
}

/** Returns the image id in a path; undefined for the list. */
export function imageIdFromPath(path: string): string | undefined {
  return path.startsWith(base) ? path.slice(base.length) || undefined : undefined
}
