import { expect, test } from './support/test'

// Specified visual details that only a browser can verify.

// Verifies GAL-5.
test('the gallery shows one, two or three images in a row', async ({ page }) => {
  await page.goto('/gallery')
  const wall = page.locator('.gallery-wall').first()
  await expect(page.getByRole('article').first()).toBeVisible()
  for (const [width, columns] of [
    [360, 1],
    [768, 2],
    [1440, 3],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    const tracks = await wall.evaluate((element) => getComputedStyle(element).gridTemplateColumns.split(' '))
    expect(tracks, `at ${width} pixels`).toHaveLength(columns)
  }
})

// Verifies GAL-7.
test('a caption is truncated after two lines', async ({ page }) => {
  await page.goto('/gallery')
  const caption = page.locator('.gallery-caption').first()
  await caption.evaluate((element) => {
    element.textContent = 'Green candles for all. '.repeat(30)
  })
  const { height, line } = await caption.evaluate((element) => ({
    height: element.clientHeight,
    line: Number.parseFloat(getComputedStyle(element).lineHeight),
  }))
  expect(Math.round(height / line)).toBe(2)
})

// Verifies HOME-14.
test('the last roadmap items are blurred', async ({ page }) => {
  await page.goto('/')
  for (const [stop, filter] of [
    ['moon-1', /blur/],
    ['moon-2', /blur/],
    ['mctools-v2', /^none$/],
  ] as const) {
    await expect(page.locator(`#${stop} .stop-text`)).toHaveCSS('filter', filter)
  }
})

// Verifies NAV-6, NAV-7.
test('the mobile menu fades in 0.2 s and locks scrolling', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/')
  const burger = page.getByRole('button', { name: 'Open the menu' })
  const menu = page.getByRole('dialog', { name: 'Main' })
  await burger.click()
  await expect(menu).toBeVisible()
  await expect(menu).toHaveCSS('transition-duration', /^0\.2s/)
  await expect(page.locator('html')).toHaveCSS('overflow-y', 'hidden')
  await page.getByRole('button', { name: 'Close the menu' }).click()
  await expect(menu).toBeHidden()
  await expect(page.locator('html')).not.toHaveCSS('overflow-y', 'hidden')
  await burger.click()
  await menu.click({ position: { x: 2, y: 2 } }) // beside the tiles
  await expect(menu).toBeHidden()
  await page.setViewportSize({ width: 768, height: 900 })
  await expect(burger).toBeHidden()
})
