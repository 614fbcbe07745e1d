import { expect, type Locator, type Page } from '@playwright/test'

/** Goes on with Tab until the control has the focus, as somebody without a mouse does. */
export async function tabTo(page: Page, control: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  await expect(control).toBeVisible()
  for (let step = 0; step < 80; step++) {
    if (await control.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  throw new Error(`${key} never led to ${control}`)
}

/** Where a finger is, in pixels of the page. */
export interface Touch {
  x: number
  y: number
}

/**
 * Puts fingers down, moves each along its way and lifts them. These are the screen's own touches: the browser makes
 * the pointer events of them.
 */
export async function touch(page: Page, ways: { from: Touch; to: Touch }[], steps = 8) {
  const screen = await page.context().newCDPSession(page)
  const at = (share: number) =>
    ways.map(({ from, to }, id) => ({ id, x: between(from.x, to.x, share), y: between(from.y, to.y, share) }))
  for (let count = 1; count <= ways.length; count++) {
    await screen.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0).slice(0, count) })
  }
  for (let step = 1; step <= steps; step++) {
    await screen.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(step / steps) })
  }
  await screen.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await screen.detach()
}

function between(from: number, to: number, share: number): number {
  return from + (to - from) * share
}

/** Leads units of the meme to pixels of the page. */
export async function unitsOn(canvas: Locator): Promise<(x: number, y: number) => Touch> {
  const box = await canvas.boundingBox()
  if (!box) throw new Error('the picture is not there')
  return (x, y) => ({ x: box.x + (x / 1024) * box.width, y: box.y + (y / 1024) * box.height })
}
