import type { Overlay } from '@mcwick/api-calls'
import { useSessionStorage } from '@mcwick/forms'
import { useEffect, useState } from 'react'
import { newHistory, pushChange, redo, undo } from './history'
import { addLayer, initialLayers, type Layers, replaceLayer } from './layers'
import type { Layer } from './overlay'

export type LayerEditor = ReturnType<typeof useLayerEditor>

/**
 * The layers of one artwork, at first those of the source of a remix; the selected one, and their undo history. Layers survive
 * a reload; the history does not.
 */
export function useLayerEditor(artworkId: string, source: readonly Required<Overlay>[] = []) {
  const [stored, store] = useSessionStorage<Layers | undefined>(`mcwick.studio.layers.${artworkId}`, 1, () =>
    initialLayers(source),
  )
  const [history, setHistory] = useState(() => newHistory(stored ?? initialLayers(source)))
  const [selectedIndex, setSelectedIndex] = useState(0)
  const layers = history.present
  useEffect(() => store(layers), [store, layers])

  const selected = Math.min(selectedIndex, layers.length - 1)
  return {
    layers,
    selected,
    layer: layers[selected] as Layer,
    select: setSelectedIndex,
    /** Changes belong to one step when they carry the same gesture. */
    change: (index: number, layer: Layer, gesture?: string) =>
      setHistory((before) => pushChange(before, replaceLayer(before.present, index, layer), gesture)),
    add: () => {
      setHistory((before) => pushChange(before, addLayer(before.present)))
      setSelectedIndex(layers.length)
    },
    /** Removes the second layer; the first stays. */
    remove: () => setHistory((before) => pushChange(before, before.present.slice(0, 1))),
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    undo: () => setHistory(undo),
    redo: () => setHistory(redo),
    /** Removes the stored layers. */
    forget: () => store(undefined),
  }
}
