// Keeps the hashed files of earlier builds for a day, because open pages still load the chunks of their build.
import { copyFile, mkdir, readdir, stat, utimes } from 'node:fs/promises'
import { dirname } from 'node:path'

const dayMs = 24 * 60 * 60_000
const hashed = /(^|\/)(?:assets|workers)\/[^/]+-[\w-]{8,}\.\w+(\.br|\.gz)?$/

/** Copies the hashed files of `old` that are younger than a day and missing in `next`. Returns their number. */
export async function keepChunks(old, next, now = Date.now()) {
  const names = await readdir(old, { recursive: true }).catch(() => [])
  let kept = 0
  for (const name of names.filter((candidate) => hashed.test(candidate))) {
    const { atime, mtime } = await stat(`${old}/${name}`)
    const isThere = await stat(`${next}/${name}`).catch(() => undefined)
    if (isThere || now - mtime.getTime() > dayMs) continue
    await mkdir(dirname(`${next}/${name}`), { recursive: true })
    await copyFile(`${old}/${name}`, `${next}/${name}`)
    await utimes(`${next}/${name}`, atime, mtime)
    kept++
  }
  return kept
}
