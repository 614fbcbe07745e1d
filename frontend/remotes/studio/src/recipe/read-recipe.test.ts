import { deflateSync } from 'node:zlib'
import type { JobArtwork } from '@mcwick/api-calls'
import { describe, expect, it } from 'vitest'
import { embedXmp } from '../export/embed-xmp'
import { readRecipe } from './read-recipe'
import { formatRecipe, parseRecipe, type Recipe } from './recipe'
import { texts } from './texts'

const pixel = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC'),
  (letter) => letter.charCodeAt(0),
)
const artwork: JobArtwork = { id: 'a1', objectName: 'a1.png', address: '', source: 'ai', generator: 'gpt-image' }
const parent = '0192c5a8-7f00-7000-8000-0123456789ab'
const layer: Recipe['layers'][number] = {
  content: 'GM "BROH" <3 & 🚀\nGREEN CANDLES',
  fontSize: 48,
  fontFamily: 'Permanent Marker',
  color: '#ffc24a',
  rotation: 345,
  x: 512,
  y: 920,
}
const recipe: Recipe = {
  meme: { action: 'dancing', scene: 'at "home"\nwith <wax> & co', style: 'Anime' },
  layers: [layer, { ...layer, content: 'second', rotation: 0 }],
  parent,
}

const mark = (json: string) => embedXmp(new Blob([pixel], { type: 'image/png' }), artwork, true, json)

/** A PNG with these chunks behind its header; their checksums are not read. */
function png(...chunks: [name: string, data: Uint8Array | string, length?: number][]): Blob {
  const parts = chunks.flatMap(([name, data, length]) => {
    const bytes = typeof data === 'string' ? new TextEncoder().encode(data) : data
    const size = Buffer.alloc(4)
    size.writeUInt32BE(length ?? bytes.length)
    return [size, new TextEncoder().encode(name), bytes, new Uint8Array(4)]
  })
  return new Blob([pixel.slice(0, 33), ...parts, pixel.slice(33)] as BlobPart[])
}

const xmp = (attribute: string, namespace = 'https://mcwick.example/ns/1.0/') =>
  '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
  `<rdf:Description xmlns:m="${namespace}" ${attribute}/></rdf:RDF></x:xmpmeta>`
const attribute = (json: string) =>
  `m:recipe="${json.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')}"`
const head = 'XML:com.adobe.xmp\0'
const valid = xmp(attribute(formatRecipe(recipe)))

describe('readRecipe', () => {
  // Verifies AFTER-6.
  it('reads what the download writes, with and without a parent and texts', async () => {
    for (const written of [recipe, { meme: recipe.meme, layers: [] }])
      expect(await readRecipe(await mark(formatRecipe(written)))).toEqual({ recipe: written })
  })

  // Verifies AFTER-6.
  it.each([
    ['uncompressed', png(['iTXt', `${head}\0\0\0\0${valid}`])],
    ['with a language', png(['iTXt', `${head}\0\0en-US\0Titel\0${valid}`])],
    ['compressed', png(['iTXt', Buffer.concat([Buffer.from(`${head}\x01\0\0\0`), deflateSync(valid)])])],
    ['behind others', png(['tEXt', 'a\0b'], ['iTXt', 'Comment\0\0\0\0\0x'], ['iTXt', `${head}\0\0\0\0${valid}`])],
  ])('reads a chunk that is %s', async (_, file) => {
    expect(await readRecipe(file)).toEqual({ recipe })
  })

  // Verifies AFTER-7.
  it.each([
    ['an empty file', new Blob([]), texts.noPng],
    ['a JPEG', new Blob([new Uint8Array([0xff, 0xd8, 0xff, 0xe0])]), texts.noPng],
    ['a PNG without XMP', new Blob([pixel]), texts.noRecipe],
    ['XMP without a recipe', png(['iTXt', `${head}\0\0\0\0${xmp('m:other="x"')}`]), texts.noRecipe],
    [
      'a recipe of another namespace',
      png(['iTXt', `${head}\0\0\0\0${xmp(attribute(formatRecipe(recipe)), 'https://rug.example/')}`]),
      texts.noRecipe,
    ],
    ['a chunk that is cut off', png(['iTXt', `${head}\0\0\0\0${valid}`, 60_000]), texts.broken],
    ['a chunk of four gigabytes', png(['iTXt', `${head}\0\0\0\0${valid}`, 0xffffffff]), texts.broken],
    ['a chunk that is too large', png(['iTXt', `${head}\0\0\0\0${valid}${' '.repeat(70_000)}`]), texts.broken],
    ['an unknown compression', png(['iTXt', `${head}\x01\x07\0\0${valid}`]), texts.broken],
    ['no text', png(['iTXt', head]), texts.broken],
    ['broken compression', png(['iTXt', `${head}\x01\0\0\0${valid}`]), texts.broken],
    [
      'a bomb',
      png(['iTXt', Buffer.concat([Buffer.from(`${head}\x01\0\0\0`), deflateSync(Buffer.alloc(40_000_000, 32))])]),
      texts.broken,
    ],
    [
      'entities',
      png(['iTXt', `${head}\0\0\0\0<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>${valid}`]),
      texts.broken,
    ],
    ['broken XML', png(['iTXt', `${head}\0\0\0\0${valid.slice(0, -20)}`]), texts.broken],
    ['text that is no UTF-8', png(['iTXt', Buffer.from(`${head}\0\0\0\0\xff\xfe`, 'latin1')]), texts.broken],
    ['a recipe that is no JSON', png(['iTXt', `${head}\0\0\0\0${xmp(attribute('{"v":1'))}`]), texts.broken],
  ])('refuses %s', async (_, file, refusal) => {
    expect(await readRecipe(file)).toEqual({ refusal })
  })

  // Verifies AFTER-7.
  it('survives any damage: it refuses, or reads a recipe that keeps the rules', async () => {
    const random = seeded(7)
    const bytes = new Uint8Array(await new Response(await mark(formatRecipe(recipe))).arrayBuffer())
    for (let round = 0; round < 300; round++) {
      const damaged = bytes.slice(0, round % 3 ? bytes.length : Math.floor(random() * bytes.length))
      for (let hit = 0; hit < 1 + (round % 5); hit++) {
        damaged[Math.floor(random() * damaged.length)] = Math.floor(random() * 256)
      }
      const result = await readRecipe(new Blob([damaged]))
      if (result.recipe) expect(parseRecipe(formatRecipe(result.recipe))).toEqual(result.recipe)
      else expect(Object.values(texts)).toContain(result.refusal)
    }
  })
})

describe('parseRecipe', () => {
  const json = JSON.parse(formatRecipe(recipe))
  const withLayer = (change: object) => ({ ...json, layers: [{ ...layer, ...change }] })
  const without = (key: string) => Object.fromEntries(Object.entries(json).filter(([name]) => name !== key))

  // Verifies AFTER-7.
  it.each<[string, unknown]>([
    ['null', null],
    ['a list', [json]],
    ['a text', 'recipe'],
    ['another version', { ...json, v: 2 }],
    ['the version as text', { ...json, v: '1' }],
    ['a portrait', { ...json, type: 'pfp' }],
    ['an unknown key', { ...json, handle: '@ann' }],
    ['no style', without('style')],
    ['no layers', without('layers')],
    ['a blank action', { ...json, action: ' \n ' }],
    ['a long action', { ...json, action: 'x'.repeat(201) }],
    ['a long scene, in UTF-16 code units', { ...json, scene: '🚀'.repeat(101) }],
    ['a long style', { ...json, style: 'x'.repeat(51) }],
    ['a style of two lines', { ...json, style: 'a\nb' }],
    ['a scene that is no text', { ...json, scene: { toString: 'x' } }],
    ['a control character', { ...json, scene: 'a\u0000b' }],
    ['a change of direction', { ...json, scene: 'a\u202eb' }],
    ['half a character', { ...json, scene: 'a\ud83d' }],
    ['three layers', { ...json, layers: [layer, layer, layer] }],
    ['layers that are no list', { ...json, layers: { length: 1, 0: layer } }],
    ['a layer that is null', { ...json, layers: [null] }],
    ['a layer with an unknown key', withLayer({ id: 'x' })],
    ['a blank text', withLayer({ content: ' ' })],
    ['a long text', withLayer({ content: 'x'.repeat(201) })],
    ['nine lines', withLayer({ content: Array(9).fill('x').join('\n') })],
    ['a small font', withLayer({ fontSize: 28 })],
    ['a large font', withLayer({ fontSize: 204 })],
    ['a size between the steps', withLayer({ fontSize: 50 })],
    ['a size as text', withLayer({ fontSize: '48' })],
    ['an unknown font', withLayer({ fontFamily: 'Comic Sans' })],
    ['a font of the prototype', withLayer({ fontFamily: 'constructor' })],
    ['a named color', withLayer({ color: 'red' })],
    ['a color with capitals', withLayer({ color: '#FFFFFF' })],
    ['an address as color', withLayer({ color: 'url(#a)' })],
    ['a turn between the steps', withLayer({ rotation: 10 })],
    ['a full turn', withLayer({ rotation: 360 })],
    ['a place outside', withLayer({ x: -1 })],
    ['a place beyond', withLayer({ y: 1025 })],
    ['no place', withLayer({ x: null })],
    ['a parent that is no id', { ...json, parent: '../../x' }],
    ['a parent that is null', { ...json, parent: null }],
  ])('refuses %s', (_, value) => {
    expect(parseRecipe(JSON.stringify(value))).toBeUndefined()
  })

  // Verifies AFTER-7.
  it('refuses the keys of prototypes, endless numbers, and texts without end', () => {
    const text = formatRecipe(recipe)
    expect(parseRecipe(text.replace('{', '{"__proto__":{"v":1},'))).toBeUndefined()
    expect(parseRecipe(text.replace('"v":1', '"constructor":1'))).toBeUndefined()
    expect(parseRecipe(text.replace('"x":512', '"x":1e999'))).toBeUndefined()
    expect(parseRecipe(' '.repeat(9000) + text)).toBeUndefined()
    expect(parseRecipe('['.repeat(8000))).toBeUndefined()
    expect(({} as { v?: number }).v).toBeUndefined()
  })

  // Verifies AFTER-6.
  it('reads every recipe that keeps the rules', () => {
    const random = seeded(3)
    const pick = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)] as T
    const text = (max: number) =>
      `x${Array.from({ length: Math.floor(random() * max) / 2 }, () => pick(['a', 'ß', '月', '"', '\\', '<', '&', ' ', '🚀'])).join('')}`
        .slice(0, max)
        .replace(/[\ud800-\udbff]$/, '')
    for (let round = 0; round < 200; round++) {
      const made: Recipe = {
        meme: { action: text(200), scene: text(200), style: text(50) },
        layers: Array.from({ length: round % 3 }, () => ({
          content: text(200),
          fontSize: 32 + 4 * Math.floor(random() * 43),
          fontFamily: pick([
            'Impact',
            'Press Start 2P',
            'Comic Neue',
            'Permanent Marker',
            'Bangers',
            'Fredoka One',
            'VT323',
          ] as const),
          color: `#${Math.floor(random() * 0x1000000)
            .toString(16)
            .padStart(6, '0')}`,
          rotation: 15 * Math.floor(random() * 24),
          x: Math.floor(random() * 1025),
          y: random() * 1024,
        })),
        ...(round % 2 && { parent }),
      }
      expect(parseRecipe(formatRecipe(made))).toEqual(made)
    }
  })
})

/** Returns a pseudorandom number generator with this seed. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}
