import { baselineOf, canvasFamily } from './fonts'
import { canvasSize, type Layer } from './overlay'

export const lineSpacing = 1.2 // of the font size
export const outlineRatio = 0.1 // of the font size, centred on the letter's edge
const maxLineWidth = 960

/** Draws a layer as the server will: same fonts, same breaks, same baselines. */
export function drawText(context: CanvasRenderingContext2D, layer: Layer) {
  const { fontSize, fontFamily, rotation } = layer
  context.save()
  context.translate(layer.x, layer.y)
  context.rotate((rotation * Math.PI) / 180)
  setFont(context, layer)
  context.textAlign = 'center'
  context.lineJoin = 'round'
  context.lineWidth = fontSize * outlineRatio
  context.strokeStyle = '#000000'
  context.fillStyle = layer.color

  const lines = breakLines(layer.content, (text) => context.measureText(text).width)
  const baselines = lines.map((_, index) => {
    const middle = (index - (lines.length - 1) / 2) * lineSpacing * fontSize
    const y = middle + baselineOf(fontFamily) * fontSize
    // Browsers put upright text on whole pixels; the server does the same.
    return rotation === 0 ? Math.round(layer.y + y) - layer.y : y
  })
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

/** The whole picture; a later text lies above an earlier one. */
export function drawMeme(context: CanvasRenderingContext2D, background: CanvasImageSource, layers: readonly Layer[]) {
  context.clearRect(0, 0, canvasSize, canvasSize)
  context.drawImage(background, 0, 0, canvasSize, canvasSize)
  for (const layer of layers) drawText(context, layer)
}
