import type { MemeInput } from '@mcwick/api-calls'
import { type KeyboardEvent, type RefObject, useEffect, useId, useMemo, useRef } from 'react'
import { drawMeme } from './draw-text'
import { newGesture } from './history'
import { press } from './keys'
import type { Layers } from './layers'
import { Marks } from './marks'
import { canvasSize, type Layer } from './overlay'
import type { Shape } from './shape'
import { type Box, boxOf } from './text-box'
import { texts } from './texts'
import { useFingers } from './use-fingers'
import { useFonts } from './use-fonts'

const { result } = texts

interface MemeCanvasProps {
  canvasRef: RefObject<HTMLCanvasElement | null>
  picture: HTMLImageElement
  layers: Layers
  selected: number
  shapeOf: (layer: Layer) => Shape | undefined
  meme: MemeInput
  onSelect: (index: number) => void
  onChange: (index: number, layer: Layer, gesture: string) => void
}

/** The live preview. Texts are chosen and placed with the mouse, with one finger or two, or with keys. */
export function MemeCanvas(props: MemeCanvasProps) {
  const { canvasRef, picture, layers, selected, shapeOf, meme, onSelect, onChange } = props
  const fonts = useFonts(layers)
  // biome-ignore lint/correctness/useExhaustiveDependencies: fonts that have come change what is measured
  const boxes = useMemo(() => layers.map((layer) => boxOf(layer, shapeOf(layer))), [layers, shapeOf, fonts])
  // biome-ignore lint/correctness/useExhaustiveDependencies: fonts that have come change what is drawn
  useEffect(() => {
    const context = canvasRef.current?.getContext('2d')
    if (context) drawMeme(context, picture, layers, shapeOf)
  }, [canvasRef, picture, layers, shapeOf, fonts])

  const { guides, handlers } = useFingers({ layers, boxes, shapeOf, selected, onSelect, onChange })
  const keys = useId()
  const holding = useRef('') // a key that is held down is one gesture
  const layer = layers[selected] as Layer
  const keyDown = (event: KeyboardEvent) => {
    const pressed = press(layer, event)
    if (!pressed) return
    event.preventDefault()
    if (!event.repeat) holding.current = newGesture()
    onChange(selected, pressed, holding.current)
  }
  return (
    <>
      <div
        className="studio-canvas"
        role="application"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: an application is operated
        tabIndex={0}
        aria-label={result.place}
        aria-describedby={keys}
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
        <Marks layer={layer} box={boxes[selected] as Box} guides={guides} />
      </div>
      <p id={keys} className="sr-only">
        {result.keys}
      </p>
      <p className="sr-only" role="status">
        {statusOf(layer, selected)}
      </p>
    </>
  )
}

/** Where the chosen text stands, for those who do not see it move. */
function statusOf(layer: Layer, selected: number): string {
  return result.status(selected + 1, layer)
}
