import type { JobArtwork } from '@mcwick/api-calls'
import { makerOf } from '@mcwick/ui'
import { recipeNamespace } from '../recipe/recipe'

const platform = 'McWick'
const vocabulary = 'http://cv.iptc.org/newscodes/digitalsourcetype/'
const headerLength = 33 // the signature, and the IHDR chunk with its 13 bytes
const keyword = 'XML:com.adobe.xmp'

/**
 * Embeds the source of an artwork and its recipe, JSON, into a PNG as XMP, as the server does (services/media/internal/xmp): a
 * canvas writes none.
 */
export async function embedXmp(
  file: Blob,
  artwork: JobArtwork,
  hasText: boolean,
  recipe = '',
  now = new Date(),
): Promise<Blob> {
  const xmp = xmpPacket(artwork, hasText, recipe, now)
  // An iTXt chunk, uncompressed and without language tag.
  const chunk = pngChunk('iTXt', new TextEncoder().encode(`${keyword}\0\0\0\0\0${xmp}`))
  return new Blob([file.slice(0, headerLength), chunk, file.slice(headerLength)], { type: file.type })
}

function xmpPacket({ source, generator }: JobArtwork, hasText: boolean, recipe: string, now: Date): string {
  const isAI = makerOf(source) === 'ai'
  const mediaType = isAI && hasText ? 'compositeWithTrainedAlgorithmicMedia' : 'trainedAlgorithmicMedia'
  const properties = {
    'mcwick:recipe': recipe,
    'Iptc4xmpExt:DigitalSourceType': vocabulary + (isAI ? mediaType : 'algorithmicMedia'),
    'Iptc4xmpExt:AISystemUsed': isAI ? generator : '',
    'xmp:CreatorTool': isAI ? platform : generator || platform,
    'xmp:CreateDate': `${now.toISOString().slice(0, 19)}Z`,
  }
  const attributes = Object.entries(properties)
    .filter(([, value]) => value)
    .map(([name, value]) => ` ${name}="${escapeXml(value)}"`)
  return (
    '<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">' +
    '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""' +
    ' xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"' +
    `${recipe && ` xmlns:mcwick="${recipeNamespace}"`}${attributes.join('')}/></rdf:RDF></x:xmpmeta><?xpacket end="r"?>`
  )
}

const escapeXml = (value: string) => value.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)

/** Builds a PNG chunk: length, name, data, and the checksum of name and data. */
function pngChunk(name: string, data: Uint8Array): ArrayBuffer {
  const chunk = new DataView(new ArrayBuffer(data.length + 12))
  const bytes = new Uint8Array(chunk.buffer)
  chunk.setUint32(0, data.length)
  bytes.set(new TextEncoder().encode(name), 4)
  bytes.set(data, 8)
  chunk.setUint32(data.length + 8, crc32(bytes.subarray(4, -4)))
  return chunk.buffer as ArrayBuffer
}

function crc32(bytes: Uint8Array): number {
  let sum = ~0
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0)
  }
  return ~sum >>> 0
}
