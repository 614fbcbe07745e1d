import { type PointerEvent, useRef, useState } from 'react'
import { type Fingers, follow } from './fingers'
import { newGesture } from './history'
import type { Layers } from './layers'
import type { Point } from './lines'
import { canvasSize, type Layer } from './overlay'
import type { Shape } from './shape'
import { type Guides, snap } from './snap'
import { type Box, boxOf, layerAt, reachOf } from './text-box'

const fingerSize = 44 // pixels of the page
const snapWithin = 7 // pixels of the page

interface Hand {
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
  fingers: Map<number, Point>
  /** Where the fingers and the text were when the number of fingers last changed. */
  from: Fingers
  start: Layer
  layer: Layer
}

/** Lets fingers and the mouse choose a text and move it; two fingers size and turn it. All until the last lifts is one gesture. */
export function useFingers({ layers, boxes, shapeOf, selected, onSelect, onChange }: Hand) {
  const gesture = useRef<Gesture>(undefined)
  const [guides, setGuides] = useState<Guides>({})

  const down = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return
    const { point, unitsPerPixel } = placeOf(event)
    event.currentTarget.setPointerCapture(event.pointerId)
    if (gesture.current) {
      if (gesture.current.fingers.size < 2) regrip(gesture.current, (fingers) => fingers.set(event.pointerId, point))
      return
    }
    const index = layerAt(layers, boxes, point, fingerSize * unitsPerPixel, selected) ?? selected
    const layer = layers[index] as Layer
    const fingers = new Map([[event.pointerId, point]])
    gesture.current = { name: newGesture(), index, fingers, from: [point], start: layer, layer }
    onSelect(index)
  }

  const move = (event: PointerEvent<HTMLElement>) => {
    const held = gesture.current
    if (!held?.fingers.has(event.pointerId)) return
    const { point, unitsPerPixel } = placeOf(event)
    held.fingers.set(event.pointerId, point)
    const followed = follow(held.start, held.from, fingersOf(held))
    const snapped = snap(followed, reachOf(followed, boxOf(followed, shapeOf(followed))), snapWithin * unitsPerPixel)
    if (sameLayer(held.layer, snapped.layer)) return
    held.layer = snapped.layer
    setGuides(snapped.guides)
    onChange(held.index, snapped.layer, held.name)
  }

  const up = (event: PointerEvent<HTMLElement>) => {
    const held = gesture.current
    if (!held?.fingers.has(event.pointerId)) return
    if (held.fingers.size > 1) return regrip(held, (fingers) => fingers.delete(event.pointerId))
    gesture.current = undefined
    setGuides({})
  }

  return { guides, handlers: { onPointerDown: down, onPointerMove: move, onPointerUp: up, onPointerCancel: up } }
}

/** Another finger came or went: what follows starts from here. */
function regrip(gesture: Gesture, change: (fingers: Map<number, Point>) => void) {
  change(gesture.fingers)
  gesture.from = fingersOf(gesture)
  gesture.start = gesture.layer
}

function fingersOf({ fingers }: Gesture): Fingers {
  return [...fingers.values()] as [Point]
}

function sameLayer(a: Layer, b: Layer): boolean {
  return a.x === b.x && a.y === b.y && a.fontSize === b.fontSize && a.rotation === b.rotation
}

function placeOf(event: PointerEvent<HTMLElement>): { point: Point; unitsPerPixel: number } {
  const { left, top, width } = event.currentTarget.getBoundingClientRect()
  const unitsPerPixel = width > 0 ? canvasSize / width : 1
  return {
    point: { x: (event.clientX - left) * unitsPerPixel, y: (event.clientY - top) * unitsPerPixel },
    unitsPerPixel,
  }
}
