import type { Overlay } from '@mcwick/api-calls'
import { captions, pickOther, secondCaptions } from '../suggestions'
import { type Layer, newLayer, toOverlay, withId } from './overlay'

export const maxLayers = 2

export type Layers = readonly Layer[]

/** The layers of a new artwork: those of the source of a remix, else one random main caption. */
export function initialLayers(source: readonly Required<Overlay>[] = []): Layers {
  if (source.length > 0) return source.map(withId)
  return [newLayer(suggestion(0, ''))]
}

/** Returns another caption for the layer at `index`: both layers have their own list. */
export function suggestion(index: number, current: string): string {
  return index === 0 ? pickOther(captions, current) : pickOther(secondCaptions, current)
}

export function replaceLayer(layers: Layers, index: number, layer: Layer): Layers {
  return layers.map((old, position) => (position === index ? layer : old))
}

const secondY = 920

/** Adds a second text with a random caption, below the first. */
export function addLayer(layers: Layers): Layers {
  if (layers.length >= maxLayers) return layers
  return [...layers, newLayer(suggestion(layers.length, ''), secondY)]
}

/** Returns the layers with text: the server rejects empty ones. */
export function nonEmptyLayers(layers: Layers): Layer[] {
  return layers.filter(({ content }) => content.trim() !== '')
}

/** Returns the overlays to send to the server. */
export function toOverlays(layers: Layers): Required<Overlay>[] {
  return nonEmptyLayers(layers).map(toOverlay)
}
