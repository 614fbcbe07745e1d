/** The width of a round picture: what other sites show of a profile picture. */
export const roundSize = 400

/** Draws a picture as a circle that touches the edges; the corners stay transparent. */
export function drawRound(canvas: HTMLCanvasElement, picture: CanvasImageSource) {
  const context = canvas.getContext('2d')
  if (!context) return
  context.clearRect(0, 0, roundSize, roundSize)
  context.save()
  context.beginPath()
  context.arc(roundSize / 2, roundSize / 2, roundSize / 2, 0, 2 * Math.PI)
  context.clip()
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, 0, 0, roundSize, roundSize)
  context.restore()
}

/** Returns a canvas as a PNG. */
export async function toPng(canvas: HTMLCanvasElement | null): Promise<Blob | null> {
  return new Promise((resolve) => (canvas ? canvas.toBlob(resolve, 'image/png') : resolve(null)))
}
