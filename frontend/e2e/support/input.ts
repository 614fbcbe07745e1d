import { expect, type Locator, type Page } from '@playwright/test'

/** Presses Tab until the control has the focus. */
export async function tabTo(page: Page, control: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  await expect(control).toBeVisible()
  for (let step = 0; step < 80; step++) {
    if (await control.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  throw new Error(`${key} never reached ${control}`)
}

/** A touch position in CSS pixels. */
export interface Point {
  x: number
  y: number
}

/**
 * Touches with one finger per move, moves and releases them. These are touch events of the device: the browser derives
 * pointer events from them.
 */
export async function dragTouches(page: Page, moves: { from: Point; to: Point }[], steps = 8) {
  const screen = await page.context().newCDPSession(page)
  const at = (progress: number) =>
    moves.map(({ from, to }, id) => ({
      id,
      x: interpolate(from.x, to.x, progress),
      y: interpolate(from.y, to.y, progress),
    }))
  for (let count = 1; count <= moves.length; count++) {
    await screen.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0).slice(0, count) })
  }
  for (let step = 1; step <= steps; step++) {
    await screen.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(step / steps) })
  }
  await screen.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await screen.detach()
}

function interpolate(from: number, to: number, progress: number): number {
  return from + (to - from) * progress
}

/** Returns a function that converts canvas units to CSS pixels. */
export async function canvasToPage(canvas: Locator): Promise<(x: number, y: number) => Point> {
  const box = await canvas.boundingBox()
  if (!box) throw new Error('the canvas is not visible')
  return (x, y) => ({ x: box.x + (x / 1024) * box.width, y: box.y + (y / 1024) * box.height })
}
