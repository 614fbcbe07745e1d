import { getImage, type Image, type Overlay } from '@mcwick/api-calls'
import { ApiError, apiFetchBlob, isPassing } from '@mcwick/api-client'
import { withDeadline } from '@mcwick/forms'
import type { Recipe } from '../recipe/recipe'
import { texts } from './texts'

/** What a remix is made from. */
export interface RemixSource {
  /** The publication; undefined for a file that was not published, or whose publication is gone. */
  id?: string | undefined
  /** What it shows. */
  title: string
  /** Its texts, which the remix begins with. */
  layers: Required<Overlay>[]
}

/** A source with what it fills the form with. */
export type Remix = Pick<Recipe, 'meme'> & { source: RemixSource }

/** Why there is nothing to make a remix from. Its message may be shown. */
export class GoneError extends Error {}

const recipeBytes = 64 * 1024 // the server writes it behind the header

/** The code that reads recipes, on demand. */
const loadReader = () => withDeadline(import('../recipe/read-recipe'))

/** Reads a published meme. Without its recipe the remix begins without its texts. */
export async function readPublished(id: string, mediaBase: string, signal?: AbortSignal): Promise<Remix> {
  const image = await getPublic(id, signal)
  if (image.type !== 'meme') throw new GoneError(texts.noMeme)
  const { action, scene, style } = image
  const layers = await readLayers(mediaBase + image.objectName, signal)
  return { meme: { action, scene, style }, source: { id, title: titleOf(image), layers } }
}

async function getPublic(id: string, signal?: AbortSignal): Promise<Image> {
  try {
    return await getImage(id, signal ? { signal } : {})
  } catch (error) {
    if (error instanceof ApiError && [400, 404, 410].includes(error.status)) throw new GoneError(texts.gone)
    throw error
  }
}

function titleOf({ caption, action, scene }: Pick<Image, 'action' | 'scene'> & { caption?: string }): string {
  return caption || `${action}, ${scene}`
}

/** Rejects while the file does not arrive, when a retry may still bring its texts, and when it is gone. */
async function readLayers(url: string, signal?: AbortSignal): Promise<Required<Overlay>[]> {
  const headers = { Range: `bytes=0-${recipeBytes - 1}` }
  try {
    const file = await apiFetchBlob(url, signal ? { headers, signal } : { headers })
    const { readRecipe } = await loadReader()
    return (await readRecipe(file)).recipe?.layers ?? []
  } catch (error) {
    if (isPassing(error)) throw error
    if (error instanceof ApiError && error.status === 410) throw new GoneError(texts.gone)
    return []
  }
}

/** Reads a picture that was saved from here. Rejects with a message that may be shown. */
export async function readFile(file: Blob): Promise<Remix> {
  const { readRecipe } = await loadReader()
  const { recipe, refusal } = await readRecipe(file)
  if (!recipe) throw new Error(refusal)
  const { meme, layers, parent } = recipe
  const image = parent === undefined ? undefined : await getPublic(parent).catch(ignoreGone)
  const source = image?.type === 'meme' ? { id: image.id, title: titleOf(image) } : { title: texts.file }
  return { meme, source: { ...source, layers } }
}

/** A parent that is gone is none; one that only did not arrive would lose its credit. */
function ignoreGone(error: unknown): undefined {
  if (!(error instanceof GoneError)) throw new Error(texts.failed)
}
