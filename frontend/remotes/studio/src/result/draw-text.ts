import { baselineOf, canvasFamily } from './fonts'
import { baselinesOf, enter, outlineRatio } from './lines'
import { canvasSize, type Layer } from './overlay'
import { drawShape, type Shape } from './shape'

const maxLineWidth = 960

/** Draws a layer nearly as the server will: same fonts, same breaks, same baselines. It needs nothing but the fonts. */
export function drawText(context: CanvasRenderingContext2D, layer: Layer) {
  context.save()
  enter(context, layer)
  setFont(context, layer)
  context.textAlign = 'center'
  context.lineJoin = 'round'
  context.lineWidth = layer.fontSize * outlineRatio
  context.strokeStyle = '#000000'
  context.fillStyle = layer.color

  const lines = breakLines(layer.content, (text) => context.measureText(text).width)
  const baselines = baselinesOf(layer, lines.length, baselineOf(layer.fontFamily))
  // All outlines lie below all letters.
  for (const [index, line] of lines.entries()) context.strokeText(line, 0, baselines[index] ?? 0)
  for (const [index, line] of lines.entries()) context.fillText(line, 0, baselines[index] ?? 0)
  context.restore()
}

/** What decides how wide a text is. */
export function setFont(context: CanvasRenderingContext2D, { fontSize, fontFamily }: Layer) {
  context.font = `${fontSize}px ${canvasFamily(fontFamily)}`
  context.textRendering = 'geometricPrecision'
}

/** Lines end at line feeds and before the word that would make them too wide; a word is never broken. */
export function breakLines(content: string, widthOf: (text: string) => number): string[] {
  return content.split('\n').flatMap((paragraph) => {
    const [first = '', ...words] = paragraph.split(' ')
    const lines = [first]
    for (const word of words) {
      const longer = `${lines.at(-1)} ${word}`
      if (widthOf(longer) <= maxLineWidth) lines[lines.length - 1] = longer
      else lines.push(word)
    }
    return lines
  })
}

/** The whole picture; a later text lies above an earlier one. Texts whose shapes are known are exact. */
export function drawMeme(
  context: CanvasRenderingContext2D,
  background: CanvasImageSource,
  layers: readonly Layer[],
  shapeOf: (layer: Layer) => Shape | undefined,
) {
  context.clearRect(0, 0, canvasSize, canvasSize)
  context.drawImage(background, 0, 0, canvasSize, canvasSize)
  for (const layer of layers) {
    const shape = shapeOf(layer)
    if (shape) drawShape(context, layer, shape)
    else drawText(context, layer)
  }
}
