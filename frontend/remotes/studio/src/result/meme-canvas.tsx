import type { MemeInput } from '@mcwick/api-client'
import { type PointerEvent, type RefObject, useEffect } from 'react'
import { texts } from '../texts'
import { drawMeme } from './draw-text'
import { loadFonts } from './fonts'
import { canvasSize, type Layer, placeAt } from './overlay'

interface MemeCanvasProps {
  canvasRef: RefObject<HTMLCanvasElement | null>
  picture: HTMLImageElement
  layer: Layer
  meme: MemeInput
  onChange: (layer: Layer) => void
}

/** The live preview. The text can be dragged; the arrows beside it do the same for the keyboard. */
export function MemeCanvas({ canvasRef, picture, layer, meme, onChange }: MemeCanvasProps) {
  useEffect(() => {
    let current = true
    const draw = () => {
      const context = canvasRef.current?.getContext('2d')
      if (current && context) drawMeme(context, picture, layer)
    }
    draw()
    loadFonts(layer.fontFamily, layer.content).then(draw, (error) => console.warn('font not loaded', error))
    return () => {
      current = false
    }
  }, [canvasRef, picture, layer])

  const drag = (event: PointerEvent<HTMLCanvasElement>) => {
    if (event.buttons !== 1) return
    event.currentTarget.setPointerCapture(event.pointerId)
    const scale = canvasSize / event.currentTarget.clientWidth
    onChange(placeAt(layer, layer.x + event.movementX * scale, layer.y + event.movementY * scale))
  }
  return (
    <canvas
      ref={canvasRef}
      width={canvasSize}
      height={canvasSize}
      role="img"
      aria-label={texts.result.canvas
        .replace('{action}', meme.action)
        .replace('{scene}', meme.scene)
        .replace('{text}', layer.content)}
      onPointerMove={drag}
    />
  )
}
