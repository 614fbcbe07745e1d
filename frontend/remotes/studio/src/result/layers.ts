import type { Overlay } from '@mcwick/api-calls'
import { another, captions, secondCaptions } from '../suggestions'
import { type Layer, named, newLayer, overlayOf } from './overlay'

export const maxLayers = 2

export type Layers = readonly Layer[]

/** What a new picture begins with: one random main caption. */
export function firstLayers(): Layers {
  return [newLayer(suggestion(0, ''))]
}

/** The texts that were kept, or where to begin. */
export function startFrom(kept: Layers | undefined): Layers {
  return kept?.map(named) ?? firstLayers()
}

/** Another caption for the text at `index`: the two texts have lists of their own. */
export function suggestion(index: number, current: string): string {
  return index === 0 ? another(captions, current) : another(secondCaptions, current)
}

export function replaceLayer(layers: Layers, index: number, layer: Layer): Layers {
  return layers.map((old, place) => (place === index ? layer : old))
}

const secondY = 920

/** Adds a second text with a random caption, below the first. */
export function addLayer(layers: Layers): Layers {
  if (layers.length >= maxLayers) return layers
  return [...layers, newLayer(suggestion(layers.length, ''), secondY)]
}

/** Takes the second text away; the first stays. */
export function removeSecond(layers: Layers): Layers {
  return layers.slice(0, 1)
}

/** The texts that say something: the server draws no empty ones. */
export function written(layers: Layers): Layer[] {
  return layers.filter(({ content }) => content.trim() !== '')
}

/** What is sent of the texts. */
export function overlaysOf(layers: Layers): Overlay[] {
  return written(layers).map(overlayOf)
}
