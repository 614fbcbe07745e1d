import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import { expect, type PlaywrightWorkerArgs } from '@playwright/test'
import { mcwickctl } from './operators'

const pictureSize = 64
const blockSize = 8

/** Imports pictures that look different, and returns their ids. */
export async function importPictures(count: number): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'pictures-'))
  const ids: string[] = []
  for (let i = 0; i < count; i++) {
    const file = join(folder, `${i}.png`)
    await writeFile(file, drawBlocks())
    const { id } = await mcwickctl('picture', 'import', file, '--caption', `prepared ${i}`)
    ids.push(id)
  }
  await rm(folder, { recursive: true })
  return ids
}

/** Imports pictures that look different, each reported once, and returns their ids. */
export async function prepareCases(
  playwright: PlaywrightWorkerArgs['playwright'],
  baseURL: string,
  count: number,
): Promise<string[]> {
  const ids = await importPictures(count)
  for (const [i, id] of ids.entries()) {
    const visitor = await playwright.request.newContext({
      baseURL,
      extraHTTPHeaders: { 'x-forwarded-for': `198.18.${Math.floor(i / 200)}.${(i % 200) + 1}` },
    })
    await visitor.get('/api/v1/sessions/current')
    const report = await visitor.post(`/api/v1/publications/${id}/reports`, { data: { reason: 'REPORT_REASON_SPAM' } })
    expect(report.status(), await report.text()).toBe(202)
    await visitor.dispose()
  }
  return ids
}

/** Returns a PNG of random gray blocks. */
function drawBlocks(): Buffer {
  const blocks = pictureSize / blockSize
  const shades = Array.from({ length: blocks * blocks }, () => Math.floor(Math.random() * 256))
  const rows = Array.from({ length: pictureSize }, (_, y) => [
    0, // no filter
    ...Array.from(
      { length: pictureSize },
      (_, x) => shades[Math.floor(y / blockSize) * blocks + Math.floor(x / blockSize)] ?? 0,
    ),
  ])
  const header = Buffer.alloc(13)
  header.writeUInt32BE(pictureSize, 0)
  header.writeUInt32BE(pictureSize, 4)
  header.writeUInt8(8, 8) // bits, of gray
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.from(rows.flat()))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, checksum])
}
