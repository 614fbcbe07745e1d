import { another, captions, secondCaptions } from '../suggestions'
import { type Layer, newLayer, placeAt } from './overlay'

export const maxLayers = 2

const crowded = 200 // units between two centres below which the texts would lie on each other
const aside = 860 // units down the picture, where a second text goes when the first stands in the middle

export type Layers = readonly Layer[]

/** What a new picture begins with: one random main caption. */
export function firstLayers(): Layers {
  return [newLayer(suggestion(0, ''))]
}

/** Another caption for the text at `index`: the two texts have lists of their own. */
export function suggestion(index: number, current: string): string {
  return index === 0 ? another(captions, current) : another(secondCaptions, current)
}

export function replaceLayer(layers: Layers, index: number, layer: Layer): Layers {
  return layers.map((old, place) => (place === index ? layer : old))
}

/** Adds a second text with a random caption, in the middle, or below when the first text stands there. */
export function addLayer(layers: Layers): Layers {
  if (layers.length >= maxLayers) return layers
  const added = newLayer(suggestion(layers.length, ''))
  const taken = layers.some(({ y }) => Math.abs(y - added.y) < crowded)
  return [...layers, taken ? placeAt(added, added.x, aside) : added]
}

/** Takes the second text away; the first stays. */
export function removeSecond(layers: Layers): Layers {
  return layers.slice(0, 1)
}

/** The texts that say something: the server draws no empty ones. */
export function written(layers: Layers): Layer[] {
  return layers.filter(({ content }) => content.trim() !== '')
}
