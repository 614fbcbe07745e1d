import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { keepChunks } from './keep-chunks.mjs'

const now = new Date('2030-01-02T12:00:00Z')
const hoursAgo = (hours) => new Date(now.getTime() - hours * 3_600_000)

/** Creates a folder with files: name → [content, age in hours]. */
async function folder(files) {
  const root = await mkdtemp(`${tmpdir()}/chunks-`)
  onTestFinished(() => rm(root, { recursive: true }))
  for (const [name, [content, age]] of Object.entries(files)) {
    await mkdir(dirname(`${root}/${name}`), { recursive: true })
    await writeFile(`${root}/${name}`, content)
    await utimes(`${root}/${name}`, hoursAgo(age), hoursAgo(age))
  }
  return root
}

describe('keepChunks', () => {
  it('keeps hashed files of the last day only, with their age', async () => {
    const old = await folder({
      'index.html': ['old page', 1],
      'remoteEntry.js': ['old entry', 1],
      'assets/app-AbCd1234.js': ['old app', 2],
      'assets/app-AbCd1234.js.br': ['packed', 2],
      'mfe/gallery/assets/app-XyZ_9876.css': ['old style', 23],
      'assets/lost-00000000.js': ['too old', 25],
      'assets/same-11111111.js': ['then', 3],
    })
    const next = await folder({ 'index.html': ['page', 0], 'assets/same-11111111.js': ['now', 0] })
    expect(await keepChunks(old, next, now.getTime())).toBe(3)
    const files = (await readdir(next, { recursive: true })).filter((name) => name.includes('.')).sort()
    expect(files).toEqual([
      'assets/app-AbCd1234.js',
      'assets/app-AbCd1234.js.br',
      'assets/same-11111111.js',
      'index.html',
      'mfe/gallery/assets/app-XyZ_9876.css',
    ])
    expect(await readFile(`${next}/assets/same-11111111.js`, 'utf8')).toBe('now')
    expect((await stat(`${next}/assets/app-AbCd1234.js`)).mtime).toEqual(hoursAgo(2)) // so that it ages
  })

  it('keeps nothing at the first build', async () => {
    expect(await keepChunks('/nowhere', await folder({}), now.getTime())).toBe(0)
  })
})
