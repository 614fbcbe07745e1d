import { type PointerEvent, useRef, useState } from 'react'
import { handleOf } from './canvas-handles'
import { dragHandle, type Handle } from './handles'
import { newGesture } from './history'
import type { Layers } from './layers'
import { canvasSize, type Layer } from './overlay'
import { applyPointers, type Pointers } from './pointers'
import type { Shape } from './shape'
import { type Guides, snap } from './snap'
import { type Box, layerAt, measureLayer } from './text-box'
import { type Point, rotatedReach } from './text-geometry'

const minTargetSize = 44 // CSS pixels
const snapDistance = 7 // CSS pixels

interface PointerEditingOptions {
  layers: Layers
  boxes: readonly Box[]
  shapeOf: (layer: Layer) => Shape | undefined
  selected: number
  onSelect: (index: number) => void
  onChange: (index: number, layer: Layer, gesture: string) => void
}

interface Gesture {
  name: string
  index: number
  /** The handle that is dragged, by one pointer. */
  handle: Handle | undefined
  pointers: Map<number, Point>
  /** The pointers and the layer when the number of pointers last changed. */
  from: Pointers
  start: Layer
  layer: Layer
}

/**
 * Selects and moves layers by pointer; two pointers scale and rotate, and so do the handles of the selected one. All until the
 * last pointer is released is one gesture.
 */
export function usePointerEditing({ layers, boxes, shapeOf, selected, onSelect, onChange }: PointerEditingOptions) {
  const gesture = useRef<Gesture>(undefined)
  const [guides, setGuides] = useState<Guides>({})

  const down = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return
    const { point, unitsPerPixel } = pointOf(event)
    event.currentTarget.setPointerCapture(event.pointerId)
    if (gesture.current) {
      if (gesture.current.pointers.size < 2 && !gesture.current.handle)
        restartGesture(gesture.current, (pointers) => pointers.set(event.pointerId, point))
      return
    }
    const handle = handleOf(event.target)
    const index = handle
      ? selected
      : (layerAt(layers, boxes, point, minTargetSize * unitsPerPixel, selected) ?? selected)
    const layer = layers[index] as Layer
    const pointers = new Map([[event.pointerId, point]])
    gesture.current = { name: newGesture(), index, handle, pointers, from: [point], start: layer, layer }
    onSelect(index)
  }

  const move = (event: PointerEvent<HTMLElement>) => {
    const active = gesture.current
    if (!active?.pointers.has(event.pointerId)) return
    const { point, unitsPerPixel } = pointOf(event)
    active.pointers.set(event.pointerId, point)
    if (active.handle) {
      const changed = dragHandle(active.start, active.handle, active.from[0], point)
      if (isSameTransform(active.layer, changed)) return
      active.layer = changed
      return onChange(active.index, changed, active.name)
    }
    const transformed = applyPointers(active.start, active.from, pointersOf(active))
    const { width, height } = measureLayer(transformed, shapeOf(transformed))
    const reach = rotatedReach(transformed.rotation, width, height)
    const snapped = snap(transformed, reach, snapDistance * unitsPerPixel)
    if (isSameTransform(active.layer, snapped.layer)) return
    active.layer = snapped.layer
    setGuides(snapped.guides)
    onChange(active.index, snapped.layer, active.name)
  }

  const up = (event: PointerEvent<HTMLElement>) => {
    const active = gesture.current
    if (!active?.pointers.has(event.pointerId)) return
    if (active.pointers.size > 1) return restartGesture(active, (pointers) => pointers.delete(event.pointerId))
    gesture.current = undefined
    setGuides({})
  }

  return { guides, handlers: { onPointerDown: down, onPointerMove: move, onPointerUp: up, onPointerCancel: up } }
}

/** Restarts the gesture from the current state after a pointer was added or released. */
function restartGesture(gesture: Gesture, change: (pointers: Map<number, Point>) => void) {
  change(gesture.pointers)
  gesture.from = pointersOf(gesture)
  gesture.start = gesture.layer
}

function pointersOf({ pointers }: Gesture): Pointers {
  return [...pointers.values()] as [Point]
}

function isSameTransform(a: Layer, b: Layer): boolean {
  return a.x === b.x && a.y === b.y && a.fontSize === b.fontSize && a.rotation === b.rotation
}

function pointOf(event: PointerEvent<HTMLElement>): { point: Point; unitsPerPixel: number } {
  const { left, top, width } = event.currentTarget.getBoundingClientRect()
  const unitsPerPixel = width > 0 ? canvasSize / width : 1
  return {
    point: { x: (event.clientX - left) * unitsPerPixel, y: (event.clientY - top) * unitsPerPixel },
    unitsPerPixel,
  }
}
