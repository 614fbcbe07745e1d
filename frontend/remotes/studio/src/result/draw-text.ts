import { baselineOf, canvasFamily } from './fonts'
import { canvasSize, type Layer } from './overlay'
import { drawShape, type Shape } from './shape'
import { baselinesOf, outlineRatio, transformToLayer } from './text-geometry'

const maxLineWidth = 960

/** Draws a layer approximately as the server will: same fonts, line breaks and baselines, without the server's layout. */
function drawText(context: CanvasRenderingContext2D, layer: Layer) {
  context.save()
  transformToLayer(context, layer)
  setFont(context, layer)
  context.textAlign = 'center'
  context.lineJoin = 'round'
  context.lineWidth = layer.fontSize * outlineRatio
  context.strokeStyle = '#000000'
  context.fillStyle = layer.color

  const lines = breakLines(layer.content, (text) => context.measureText(text).width)
  const baselines = baselinesOf(layer, lines.length, baselineOf(layer.fontFamily))
  // All outlines are below all letters.
  for (const [index, line] of lines.entries()) context.strokeText(line, 0, baselines[index] ?? 0)
  for (const [index, line] of lines.entries()) context.fillText(line, 0, baselines[index] ?? 0)
  context.restore()
}

/** Sets the font, which text measurement depends on. */
export function setFont(context: CanvasRenderingContext2D, { fontSize, fontFamily }: Layer) {
  context.font = `${fontSize}px ${canvasFamily(fontFamily)}`
  context.textRendering = 'geometricPrecision'
}

/** Breaks a text at line feeds and before a word that would make the line too wide; words are never broken. */
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

/** Draws the whole meme, later layers above earlier ones. Layers with a known shape are exact. */
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
