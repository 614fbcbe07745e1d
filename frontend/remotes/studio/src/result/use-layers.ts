import { useSessionStorage } from '@mcwick/jobs'
import { useEffect, useState } from 'react'
import { begin, change, redo, undo } from './history'
import { addLayer, firstLayers, type Layers, removeSecond, replaceLayer, startFrom } from './layers'
import type { Layer } from './overlay'

export type LayersInHand = ReturnType<typeof useLayers>

/** The texts of one artwork, which of them is in hand, and the way back. They survive a reload; the way back does not. */
export function useLayers(artworkId: string) {
  const [kept, keep] = useSessionStorage<Layers | undefined>(`mcwick.studio.layers.${artworkId}`, 1, firstLayers)
  const [history, setHistory] = useState(() => begin(startFrom(kept)))
  const [chosen, setChosen] = useState(0)
  const layers = history.present
  useEffect(() => keep(layers), [keep, layers])

  const selected = Math.min(chosen, layers.length - 1)
  return {
    layers,
    selected,
    layer: layers[selected] as Layer,
    select: setChosen,
    /** Changes belong to one step when they carry the same gesture. */
    change: (index: number, layer: Layer, gesture?: string) =>
      setHistory((before) => change(before, replaceLayer(before.present, index, layer), gesture)),
    add: () => {
      setHistory((before) => change(before, addLayer(before.present)))
      setChosen(layers.length)
    },
    remove: () => setHistory((before) => change(before, removeSecond(before.present))),
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    undo: () => setHistory(undo),
    redo: () => setHistory(redo),
    /** Keeps nothing for a later visit. */
    forget: () => keep(undefined),
  }
}
