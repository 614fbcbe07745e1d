import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { compress } from './compress.mjs'

it('compresses text files of 1 KB and more', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'compress-'))
  try {
    const text = 'candle '.repeat(200)
    await mkdir(join(folder, 'mfe'))
    for (const name of ['mfe/app.js', 'font.woff2']) await writeFile(join(folder, name), text)
    await writeFile(join(folder, 'small.css'), 'a{}')
    expect(await compress(folder)).toMatchObject({ files: 1, kB: 1 })
    const names = (await readdir(folder, { recursive: true })).sort()
    expect(names).toEqual(['font.woff2', 'mfe', 'mfe/app.js', 'mfe/app.js.br', 'mfe/app.js.gz', 'small.css'])
    expect(brotliDecompressSync(await readFile(join(folder, 'mfe/app.js.br'))).toString()).toBe(text)
    expect(gunzipSync(await readFile(join(folder, 'mfe/app.js.gz'))).toString()).toBe(text)
  } finally {
    await rm(folder, { recursive: true })
  }
})
