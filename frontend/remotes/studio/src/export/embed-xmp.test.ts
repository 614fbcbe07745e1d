import { crc32 } from 'node:zlib'
import type { JobArtwork } from '@mcwick/api-calls'
import { expect, it } from 'vitest'
import { embedXmp } from './embed-xmp'

// One red pixel.
const pixel = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC'),
  (letter) => letter.charCodeAt(0),
)
const at = new Date('2030-01-02T03:04:05.678Z')
const artwork: JobArtwork = {
  id: 'a1',
  objectName: 'a1.png',
  address: '',
  source: 'ai',
  generator: 'gpt-image-2.5-flare',
}
const term = 'http://cv.iptc.org/newscodes/digitalsourcetype/'

/** Returns the chunks of a PNG, after verifying their checksums. */
async function chunksOf(file: Blob) {
  const bytes = Buffer.from(await new Response(file).arrayBuffer())
  const chunks = []
  for (let offset = 8; offset < bytes.length; ) {
    const length = bytes.readUInt32BE(offset)
    const end = offset + 8 + length
    expect(bytes.readUInt32BE(end)).toBe(crc32(bytes.subarray(offset + 4, end)))
    chunks.push({ name: bytes.toString('latin1', offset + 4, offset + 8), data: bytes.subarray(offset + 8, end) })
    offset = end + 4
  }
  return chunks
}

/** Returns the XMP properties of a PNG. */
async function xmpOf(file: Blob): Promise<Record<string, string>> {
  const data = (await chunksOf(file)).find(({ name }) => name === 'iTXt')?.data.toString('utf8') ?? ''
  expect(data.startsWith('XML:com.adobe.xmp\0\0\0\0\0<?xpacket')).toBe(true)
  const xml = new DOMParser().parseFromString(data.slice(data.indexOf('<')), 'application/xml')
  const attributes = xml.getElementsByTagName('rdf:Description')[0]?.attributes ?? []
  return Object.fromEntries(
    [...attributes].filter(({ name }) => /^(Iptc|xmp:)/.test(name)).map(({ name, value }) => [name, value]),
  )
}

// Verifies AI-5.
it('inserts the XMP chunk before the pixels, and keeps the other chunks', async () => {
  const marked = await embedXmp(new Blob([pixel], { type: 'image/png' }), artwork, true, '', at)
  expect((await chunksOf(marked)).map(({ name }) => name)).toEqual(['IHDR', 'iTXt', 'IDAT', 'IEND'])
  expect(marked.type).toBe('image/png')
  const bytes = Buffer.from(await new Response(marked).arrayBuffer())
  expect(Buffer.concat([bytes.subarray(0, 33), bytes.subarray(33 - pixel.length)])).toEqual(Buffer.from(pixel))
})

// Verifies AI-5.
it.each<[string, JobArtwork, boolean, Record<string, string>]>([
  [
    'AI’s with text',
    artwork,
    true,
    {
      'Iptc4xmpExt:DigitalSourceType': `${term}compositeWithTrainedAlgorithmicMedia`,
      'Iptc4xmpExt:AISystemUsed': 'gpt-image-2.5-flare',
      'xmp:CreatorTool': 'McWick',
    },
  ],
  [
    'AI’s without',
    { ...artwork, generator: 'a "b" <c> & d' },
    false,
    {
      'Iptc4xmpExt:DigitalSourceType': `${term}trainedAlgorithmicMedia`,
      'Iptc4xmpExt:AISystemUsed': 'a "b" <c> & d',
      'xmp:CreatorTool': 'McWick',
    },
  ],
  [
    'the composer’s',
    { ...artwork, source: 'composer', generator: 'McWick composer' },
    true,
    { 'Iptc4xmpExt:DigitalSourceType': `${term}algorithmicMedia`, 'xmp:CreatorTool': 'McWick composer' },
  ],
  [
    'one of the release before',
    { id: 'a1', objectName: 'a1.png' } as JobArtwork,
    true,
    {
      'Iptc4xmpExt:DigitalSourceType': `${term}compositeWithTrainedAlgorithmicMedia`,
      'xmp:CreatorTool': 'McWick',
    },
  ],
])('writes the source of %s', async (_, artwork, hasText, properties) => {
  const marked = await embedXmp(new Blob([pixel]), artwork, hasText, '', at)
  expect(await xmpOf(marked)).toEqual({ ...properties, 'xmp:CreateDate': '2030-01-02T03:04:05Z' })
})
