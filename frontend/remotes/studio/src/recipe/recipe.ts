import { type MemeInput, type Overlay, OverlayFontFamily } from '@mcwick/api-calls'
import { maxTextLength, maxTextLines } from '../result/overlay'

/** The namespace of the XMP property `recipe`, as the server writes it (services/media/internal/xmp). */
export const recipeNamespace = 'https://mcwick.example/ns/1.0/'

/** How to make another meme like one. */
export interface Recipe {
  meme: MemeInput
  layers: Required<Overlay>[]
  /** The publication that has the recipe: what is made by it is its remix. */
  parent?: string
}

const version = 1
const maxRecipeLength = 8192 // characters of JSON; the longest valid one has less than 6000
const maxLayers = 2
const ids = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const fonts = new Set<string>(Object.values(OverlayFontFamily))
// What the server refuses in a text: control characters, halves of a character, and marks that turn the direction of writing.
const unwanted = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u

/** Whether a text is the id of a publication. */
export function isId(text: unknown): text is string {
  return typeof text === 'string' && ids.test(text)
}

/** Formats a recipe as JSON. */
export function formatRecipe({ meme, layers, parent }: Recipe): string {
  const { action, scene, style } = meme
  return JSON.stringify({ v: version, type: 'meme', action, scene, style, layers, parent })
}

/** Parses a recipe strictly, because the file may come from anywhere; undefined when any part of it is not as we write it. */
export function parseRecipe(json: string): Recipe | undefined {
  if (json.length > maxRecipeLength) return undefined
  const recipe = hasKeys(parseJson(json), ['v', 'type', 'action', 'scene', 'style', 'layers'], 'parent')
  if (!recipe || recipe.v !== version || recipe.type !== 'meme') return undefined
  const { action, scene, style, parent } = recipe
  if (!isText(action, 200) || !isText(scene, 200) || !isText(style, 50) || style.includes('\n')) return undefined
  if (parent !== undefined && !isId(parent)) return undefined
  if (!Array.isArray(recipe.layers) || recipe.layers.length > maxLayers) return undefined
  const layers = recipe.layers.map(parseLayer)
  if (!layers.every((layer) => layer !== undefined)) return undefined
  return { meme: { action, scene, style }, layers, ...(parent !== undefined && { parent }) }
}

function parseLayer(value: unknown): Required<Overlay> | undefined {
  const layer = hasKeys(value, ['content', 'fontSize', 'fontFamily', 'color', 'rotation', 'x', 'y'])
  if (!layer) return undefined
  const { content, fontSize, fontFamily, color, rotation, x, y } = layer
  if (!isText(content, maxTextLength) || content.split('\n').length > maxTextLines) return undefined
  if (!isStep(fontSize, 32, 200, 4) || !isStep(rotation, 0, 345, 15)) return undefined
  if (!isFont(fontFamily) || typeof color !== 'string' || !/^#[0-9a-f]{6}$/.test(color)) return undefined
  if (!isWithin(x, 0, 1024) || !isWithin(y, 0, 1024)) return undefined
  return { content, fontSize, fontFamily, color, rotation, x, y }
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

/** Returns an object that has exactly these keys, and perhaps the optional one. */
function hasKeys(value: unknown, required: string[], optional?: string): Record<string, unknown> | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const keys = Object.keys(value).filter((key) => key !== optional)
  const isComplete = keys.length === required.length && required.every((key) => Object.hasOwn(value, key))
  return isComplete ? (value as Record<string, unknown>) : undefined
}

/** Whether a value is a text that is not blank; its length is counted in UTF-16 code units, as the server counts. */
function isText(value: unknown, max: number): value is string {
  if (typeof value !== 'string' || value.length > max || value.trim() === '') return false
  return !unwanted.test(value.replaceAll('\n', ''))
}

function isWithin(value: unknown, min: number, max: number): value is number {
  return typeof value === 'number' && value >= min && value <= max
}

function isStep(value: unknown, min: number, max: number, step: number): value is number {
  return isWithin(value, min, max) && (value - min) % step === 0
}

function isFont(value: unknown): value is OverlayFontFamily {
  return typeof value === 'string' && fonts.has(value)
}
