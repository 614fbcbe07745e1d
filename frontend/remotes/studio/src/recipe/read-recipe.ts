import { parseRecipe, type Recipe, recipeNamespace } from './recipe'
import { texts } from './texts'

/** The recipe of a picture, or a sentence that says why there is none. */
type RecipeResult = { recipe: Recipe; refusal?: undefined } | { recipe?: undefined; refusal: string }

const maxFileBytes = 256 * 1024 // how far into the file the recipe is looked for
const maxXmpBytes = 64 * 1024
const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const keyword = 'XML:com.adobe.xmp'
const suffix = ':recipe'
const rdf = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#'

// Parsing XML counts as a use of HTML for the content security policy, which allows this policy (`gateway/page_policy.go`). The
// document that it makes is never part of the page.
const policy = window.trustedTypes?.createPolicy('mcwick-xmp', { createHTML: (xmp) => xmp })

/** Reads the recipe from the XMP of a PNG, which may be hostile. It never rejects, and changes nothing. */
export async function readRecipe(file: Blob): Promise<RecipeResult> {
  try {
    const bytes = new Uint8Array(await file.slice(0, maxFileBytes).arrayBuffer())
    if (!signature.every((byte, index) => bytes[index] === byte)) return { refusal: texts.noPng }
    const data = findXmp(bytes)
    if (!data) return { refusal: texts.noRecipe }
    const json = readProperty(await decodeText(data))
    if (json === undefined) return { refusal: texts.noRecipe }
    const recipe = parseRecipe(json)
    return recipe ? { recipe } : { refusal: texts.broken }
  } catch {
    return { refusal: texts.broken }
  }
}

/** Returns the data of the iTXt chunk with XMP, behind its keyword; undefined when the bytes have none. */
function findXmp(bytes: Uint8Array): Uint8Array | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const start = [...`iTXt${keyword}\0`].map((letter) => letter.charCodeAt(0))
  for (let offset = signature.length; offset + 12 <= bytes.length; ) {
    const length = view.getUint32(offset)
    const end = offset + 8 + length
    if (start.every((byte, index) => bytes[offset + 4 + index] === byte)) {
      if (end > bytes.length || length > maxXmpBytes) throw new Error('too large, or cut off')
      return bytes.subarray(offset + 4 + start.length, end)
    }
    offset = end + 4
  }
  return undefined
}

/** Returns the text of an iTXt chunk: two bytes of compression, two texts that end with a zero, then the text. */
async function decodeText(data: Uint8Array): Promise<string> {
  const [isCompressed, method] = data
  const translated = data.indexOf(0, 2) + 1
  const text = translated && data.indexOf(0, translated) + 1
  if (!text || isCompressed === undefined || isCompressed > 1 || method !== 0) throw new Error('not an iTXt chunk')
  const bytes = data.subarray(text)
  return new TextDecoder('utf-8', { fatal: true }).decode(isCompressed ? await inflate(bytes) : bytes)
}

/** Decompresses, up to the limit. */
async function inflate(bytes: Uint8Array): Promise<Uint8Array> {
  const chunks = new Blob([bytes as BlobPart]).stream().pipeThrough(new DecompressionStream('deflate'))
  const reader = chunks.getReader()
  const inflated = new Uint8Array(maxXmpBytes)
  let length = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return inflated.subarray(0, length)
    if (length + value.length > maxXmpBytes) {
      await reader.cancel()
      throw new Error('too large')
    }
    inflated.set(value, length)
    length += value.length
  }
}

/** Returns the property `recipe` of an XMP packet. Declarations are refused before they are parsed: they may define entities. */
function readProperty(xmp: string): string | undefined {
  if (xmp.includes('<!')) throw new Error('a declaration')
  const xml = new DOMParser().parseFromString(policy?.createHTML(xmp) ?? xmp, 'application/xml')
  if (xml.getElementsByTagName('parsererror').length > 0) throw new Error('not XML')
  for (const element of xml.getElementsByTagName('*')) {
    if (element.namespaceURI !== rdf || element.localName !== 'Description') continue
    const isRecipe = ({ name }: Attr) =>
      name.endsWith(suffix) && namespaceOf(name.slice(0, -suffix.length), element) === recipeNamespace
    const property = [...element.attributes].find(isRecipe)
    if (property) return property.value
  }
  return undefined
}

/** Returns what a prefix stands for at an element. */
function namespaceOf(prefix: string, element: Element): string | null {
  const declaration = `xmlns:${prefix}`
  for (let at: Element | null = element; at; at = at.parentElement) {
    if (at.hasAttribute(declaration)) return at.getAttribute(declaration)
  }
  return null
}
