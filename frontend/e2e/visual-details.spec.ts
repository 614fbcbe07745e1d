import { expect, expectAccessible, test } from './support/test'

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

// Verifies NAV-2.
test('the Soon marks of the bar are readable beside a long handle, and nothing overlaps', async ({ page }) => {
  const user = { xHandle: `@${'wick'.repeat(12)}`, publicKey: 'ab'.repeat(32) }
  const session = { user, assurance: 'ASSURANCE_CLAIMED' }
  await page.route('**/api/v1/sessions/current', (route) => route.fulfill({ json: session }))
  await page.addInitScript((user) => localStorage.setItem('mcwick.user', JSON.stringify(user)), user)
  await page.goto('/lore')
  const bar = page.getByRole('banner')
  await expect(bar.locator('.verse-corner')).toBeVisible()
  for (const width of [768, 900, 1024, 1056, 1200, 1216, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expect(bar.getByRole('navigation').getByText(/^Soon/).filter({ visible: true })).toHaveCount(3)
    const { parts, clipped } = await bar.evaluate((bar) => {
      const boxOf = (element: Element) => element.getBoundingClientRect()
      const marks = [...bar.querySelectorAll<HTMLElement>('.bar-nav > .bar-item .bar-soon')]
      const isClipped = (mark: HTMLElement) =>
        boxOf(mark).top < 0 ||
        boxOf(mark).bottom > (bar.querySelector('.bar-inner')?.clientHeight ?? 0) ||
        boxOf(mark).width < mark.scrollWidth ||
        getComputedStyle(mark).clipPath !== 'none'
      return {
        parts: [...bar.querySelectorAll('.bar-logo, .bar-nav > *, .verse-corner')].map((part) => ({
          left: boxOf(part).left,
          right: boxOf(part).right,
        })),
        clipped: marks.filter(isClipped).length,
      }
    })
    expect(clipped, `at ${width} pixels`).toBe(0)
    for (const [index, { right }] of parts.entries())
      expect(parts[index + 1]?.left ?? width, `after part ${index + 1} at ${width} pixels`).toBeGreaterThanOrEqual(
        right,
      )
    await expectAccessible(page, `contrast at ${width} pixels`)
  }
})

// Verifies HOME-2.
test('the hero shows the whole candle on a wide screen', async ({ page }) => {
  await page.setViewportSize({ width: 1920, height: 1080 })
  await page.goto('/')
  await expect(page.locator('.bar-nav')).toBeVisible() // the page has replaced the document's top, which it measures
  const art = await page.locator('.hero-art').boundingBox()
  const bar = await page.locator('.bar-inner').boundingBox()
  if (!art || !bar) throw new Error('the drawing or the bar is not shown')
  expect(art.width / art.height, 'nothing is cut from 16:9').toBeCloseTo(16 / 9, 1)
  expect(art.y, 'nothing is under the bar').toBeGreaterThanOrEqual(bar.height)
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
