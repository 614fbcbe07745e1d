import type { Page } from '@playwright/test'

/** Returns the share of color values (0 to 1) in which the editor's canvas and an image of the site clearly differ. */
export function differenceToCanvas(page: Page, url: string): Promise<number> {
  return page.evaluate(async (address) => {
    const canvas = document.querySelector('canvas') as HTMLCanvasElement
    const { width, height } = canvas
    const pixelsOf = (source: CanvasImageSource) => {
      const context = new OffscreenCanvas(width, height).getContext('2d') as OffscreenCanvasRenderingContext2D
      context.drawImage(source, 0, 0)
      return context.getImageData(0, 0, width, height).data
    }
    const published = pixelsOf(await createImageBitmap(await (await fetch(address)).blob()))
    const different = pixelsOf(canvas).filter((value, index) => Math.abs(value - (published[index] ?? 0)) > 64)
    return different.length / published.length
  }, url)
}
