import type { MemeInput } from '@mcwick/api-calls'
import { type KeyboardEvent, type RefObject, useEffect, useMemo, useRef } from 'react'
import { CanvasHandles } from './canvas-handles'
import { CanvasOverlay } from './canvas-overlay'
import { drawMeme } from './draw-text'
import { newGesture } from './history'
import { layerAfterKey } from './keys'
import type { Layers } from './layers'
import { canvasSize, type Layer } from './overlay'
import type { Shape } from './shape'
import { type Box, measureLayer } from './text-box'
import { texts } from './texts'
import { useFonts } from './use-fonts'
import { usePointerEditing } from './use-pointer-editing'

const { result } = texts

interface MemeCanvasProps {
  canvasRef: RefObject<HTMLCanvasElement | null>
  picture: HTMLImageElement
  layers: Layers
  selected: number
  shapeOf: (layer: Layer) => Shape | undefined
  meme: MemeInput
  /** The id of the help text. */
  helpId: string
  onSelect: (index: number) => void
  onChange: (index: number, layer: Layer, gesture: string) => void
}

/** The live preview. Layers are selected and transformed by mouse, touch or keyboard. */
export function MemeCanvas(props: MemeCanvasProps) {
  const { canvasRef, picture, layers, selected, shapeOf, meme, helpId, onSelect, onChange } = props
  const fonts = useFonts(layers)
  // biome-ignore lint/correctness/useExhaustiveDependencies: loaded fonts change the measurements
  const boxes = useMemo(() => layers.map((layer) => measureLayer(layer, shapeOf(layer))), [layers, shapeOf, fonts])
  // biome-ignore lint/correctness/useExhaustiveDependencies: loaded fonts change the drawing
  useEffect(() => {
    const context = canvasRef.current?.getContext('2d')
    if (context) drawMeme(context, picture, layers, shapeOf)
  }, [canvasRef, picture, layers, shapeOf, fonts])

  const { guides, handlers } = usePointerEditing({ layers, boxes, shapeOf, selected, onSelect, onChange })
  const heldKeyGesture = useRef('') // holding down a key is one gesture
  const layer = layers[selected] as Layer
  const keyDown = (event: KeyboardEvent) => {
    const changed = layerAfterKey(layer, event)
    if (!changed) return
    event.preventDefault()
    if (!event.repeat) heldKeyGesture.current = newGesture()
    onChange(selected, changed, heldKeyGesture.current)
  }
  return (
    <>
      <div
        className="studio-canvas"
        role="application"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: an application takes keyboard input
        tabIndex={0}
        aria-label={result.place}
        aria-describedby={helpId}
        onKeyDown={keyDown}
        {...handlers}
      >
        <canvas
          ref={canvasRef}
          width={canvasSize}
          height={canvasSize}
          role="img"
          aria-label={result.canvas(meme.action, meme.scene, layers.map(({ content }) => content).join(' / '))}
        />
        <CanvasOverlay layer={layer} box={boxes[selected] as Box} guides={guides} />
        <CanvasHandles layer={layer} box={boxes[selected] as Box} />
      </div>
      <p className="sr-only" role="status">
        {result.status(selected + 1, layer)}
      </p>
    </>
  )
}
