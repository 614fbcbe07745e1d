import type { Page } from '@playwright/test'
import { canvasToPage, dragTouches } from './support/input'
import { openEditor } from './support/states'
import { expect, test } from './support/test'

const statusPattern = /^Text 1: (\d+) across, (\d+) down, size (\d+), turned (\d+) degrees$/

/** Returns size and rotation of the first text. */
async function transform(page: Page) {
  const status = (await page.getByText(statusPattern).textContent()) ?? ''
  const [, , , size, turned] = statusPattern.exec(status) ?? []
  return { size: Number(size), turned: Number(turned) }
}

/** Drags a handle of the selected text to a point of the canvas, by touch or mouse. */
async function dragHandle(page: Page, isMobile: boolean, handle: 'size' | 'turn', x: number, y: number) {
  await page.evaluate(() => window.scrollTo(0, 0)) // clicks before may have scrolled down to the end of the editor
  const box = await page.locator(`[data-handle=${handle}]`).boundingBox()
  if (!box) throw new Error('no handle')
  const to = (await canvasToPage(page.getByRole('application', { name: 'Place the text' })))(x, y)
  const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  if (isMobile) return dragTouches(page, [{ from, to }])
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(to.x, to.y, { steps: 8 })
  await page.mouse.up()
}

// Verifies AFTER-10.
test('handles size and turn the text, and colors are one click away', { tag: '@both' }, async ({
  page,
  isMobile,
  inspect,
}) => {
  await page.goto('/ai')
  await openEditor('GM')(page)
  const size = () => transform(page).then(({ size }) => size)
  const turned = () => transform(page).then(({ turned }) => turned)
  await page.evaluate(() => document.fonts.ready)
  expect(await transform(page)).toEqual({ size: 72, turned: 0 })

  await dragHandle(page, isMobile, 'size', 900, 800)
  await expect.poll(size).toBeGreaterThan(72)
  expect((await size()) % 4).toBe(0)
  expect(await turned()).toBe(0)
  await dragHandle(page, isMobile, 'size', 512, 512)
  await expect.poll(size).toBe(32)

  await dragHandle(page, isMobile, 'turn', 512, 900)
  await expect.poll(turned).toBeGreaterThan(60)
  expect((await turned()) % 15).toBe(0)
  expect(await size()).toBe(32)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(turned).toBe(0)

  const gold = page.getByRole('button', { name: 'Flame gold' })
  await gold.click()
  await expect(gold).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByLabel('Colour')).toHaveValue('#ffc24a')
  await inspect('handles')
  await page.getByRole('application', { name: 'Place the text' }).press('+')
  await expect(page.getByText(/size 36, turned 0 degrees$/)).toBeAttached()
  await expect(page.getByText('+ and − size it, [ and ] turn it.')).toBeAttached()
})

// Verifies AFTER-11.
test('the picture stays in view while its text is typed and styled on a phone', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/ai')
  await openEditor('GM')(page)
  const canvas = page.getByRole('application', { name: 'Place the text' })
  const expectVisible = async () => {
    await page.evaluate(() => window.scrollTo(0, 0)) // a tap of the test may scroll the page, which a finger does not
    await expect(canvas).toBeInViewport({ ratio: 1 })
    const isUncovered = () =>
      canvas.evaluate((element) => {
        const { left, top, width, height } = element.getBoundingClientRect()
        const points = [0.05, 0.5, 0.95].map((at) => document.elementFromPoint(left + width / 2, top + height * at))
        return points.every((point) => element.contains(point))
      })
    await expect.poll(isUncovered, 'nothing covers it').toBe(true)
    await expect(page.getByText('Made with AI')).toBeInViewport({ ratio: 1 })
  }
  await page.evaluate(() => window.scrollTo(0, 0))
  await page.getByLabel('Your text').tap()
  await expectVisible()
  for (const name of ['Larger text', 'Turn right', 'Move down', 'Molten purple']) {
    const control = page.getByRole('button', { name })
    await control.evaluate((element) => element.scrollIntoView({ block: 'nearest' })) // scrolls the sheet alone
    await control.tap()
    await expect(control).toBeInViewport({ ratio: 0.9 })
    await expectVisible()
  }
  await page.getByLabel('Font').selectOption('Bangers')
  await expectVisible()
  await test.step('wherever the page is, the focused control is not covered', async () => {
    const controls = page.locator('.studio-sheet').locator('button:enabled, textarea, select, input')
    for (const scrolled of [0, 200, 400])
      for (const control of await controls.all()) {
        const isUncovered = await control.evaluate((element: HTMLElement, scrolled) => {
          window.scrollTo(0, scrolled)
          element.focus()
          const { left, top, width, height } = element.getBoundingClientRect()
          return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
        }, scrolled)
        expect(isUncovered, `${await control.getAttribute('aria-label')} from ${scrolled}`).toBe(true)
      }
  })
  const publish = page.getByRole('button', { name: 'Publish to Instacandle' })
  await publish.scrollIntoViewIfNeeded()
  await expect(publish).toBeInViewport({ ratio: 1 })
})
