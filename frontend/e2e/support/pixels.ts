import type { Page } from '@playwright/test'

/** Returns the alpha of a PNG at these points, 0 to 255, as the page's browser decodes it. */
export function alphasOf(page: Page, file: Buffer, points: [x: number, y: number][]): Promise<(number | undefined)[]> {
  return page.evaluate(
    async ({ data, points }) => {
      const picture = new Image()
      picture.src = data
      await picture.decode()
      const canvas = new OffscreenCanvas(picture.naturalWidth, picture.naturalHeight)
      const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D
      context.drawImage(picture, 0, 0)
      return points.map(([x, y]) => context.getImageData(x, y, 1, 1).data[3])
    },
    { data: `data:image/png;base64,${file.toString('base64')}`, points },
  )
}

/** Whether two PNGs have the same pixels, as the page's browser decodes them. */
export function haveEqualPixels(page: Page, one: Buffer, other: Buffer): Promise<boolean> {
  return page.evaluate(
    async (files) => {
      const [left, right] = await Promise.all(
        files.map(async (data) => {
          const picture = new Image()
          picture.src = data
          await picture.decode()
          const canvas = new OffscreenCanvas(picture.naturalWidth, picture.naturalHeight)
          const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D
          context.drawImage(picture, 0, 0)
          return context.getImageData(0, 0, canvas.width, canvas.height).data
        }),
      )
      return left?.length === right?.length && !!left?.every((value, index) => value === right?.[index])
    },
    [one, other].map((file) => `data:image/png;base64,${file.toString('base64')}`),
  )
}
