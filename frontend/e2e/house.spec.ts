import type { Page } from '@playwright/test'
import { tabTo } from './support/hands'
import { few, silent } from './support/states'
import { expect, expectSound, test } from './support/test'

/*
 * The house for those who have no mouse, want no motion, need other colours or look at everything twice as large. The
 * meme maker has its own journeys by key and by touch.
 */

/** The pages, with what tells that their content is there. */
const pages: Record<string, { path: string; ready: (page: Page) => Promise<unknown> }> = {
  'the first page': { path: '/', ready: (page) => expect(page.locator('.preview img')).toHaveCount(4) },
  'the lore': { path: '/lore', ready: (page) => expect(page.getByRole('heading', { name: 'Tenets' })).toBeVisible() },
  'the gallery': { path: '/gallery', ready: (page) => expect(page.getByText(/^That was the last one/)).toBeAttached() },
  'a picture': { path: '', ready: (page) => expect(page.getByRole('button', { name: 'Share' })).toBeVisible() },
}

for (const [name, { path, ready }] of Object.entries(pages)) {
  const open = async (page: Page) => {
    await few(6)(page)
    await page.goto(path || (await somePicture(page)))
    await ready(page)
  }

  test(`${name}: Tab leads to every control in order, shows where one is, and out again`, async ({ page }) => {
    await open(page)
    const controls = await controlsOf(page)
    expect(controls.length).toBeGreaterThan(5)
    const way: string[] = []
    for (let step = 0; step <= controls.length; step++) {
      await page.keyboard.press('Tab')
      const { label, trouble } = await focusOf(page)
      if (label) way.push(label)
      expect(trouble, label).toBe('')
    }
    expect(way).toEqual(controls)
  })

  test(`${name}: twice as large, without motion and in the system's colours it is whole`, async ({ page }) => {
    await page.setViewportSize({ width: 640, height: 450 }) // what 200 % leaves of 1280 by 900
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await open(page)
    await expect.poll(() => running(page), 'what still moves').toEqual([])
    await expectSound(page)
    await page.emulateMedia({ forcedColors: 'active' })
    expect(await withoutEdge(page), 'buttons that look like text').toEqual([])
  })
}

test('what moves while one waits says in words what it means', async ({ page }) => {
  await silent('**/api/v1/images?**')(page)
  await page.goto('/gallery')
  await expect(page.getByText('Lighting the gallery')).toBeVisible()
  expect(await running(page)).not.toEqual([])
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expect.poll(() => running(page)).toEqual([])
  await expect(page.getByText('Lighting the gallery')).toBeVisible()
})

test('the bar is used by keyboard alone', async ({ page }) => {
  const { keyboard } = page
  await page.goto('/')
  await tabTo(page, page.getByRole('link', { name: 'Skip to the content' }))
  await keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()

  const group = page.getByRole('banner').getByRole('button', { name: 'Gallery' })
  const way = page.getByRole('link', { name: /^Explore Browse Gallery/ })
  await tabTo(page, group, 'Shift+Tab')
  await keyboard.press('Enter')
  await tabTo(page, way)
  await keyboard.press('Escape')
  await expect(way).toBeHidden()
  await expect(group).toBeFocused()
  await keyboard.press('Space')
  await tabTo(page, way)
  await keyboard.press('Enter')
  await expect(page).toHaveURL(/\/gallery$/)
  await expect(page.getByRole('main')).toBeFocused()
})

test('a print is liked, opened and left by keyboard alone', async ({ page }) => {
  const { keyboard } = page
  await few(6)(page)
  await page.goto('/gallery')
  const print = page.getByRole('article').last()
  await tabTo(page, print.getByRole('link'), 'Shift+Tab')
  await keyboard.press('Tab')
  await keyboard.press('Enter')
  await expect(print.getByRole('button', { name: /^You like this picture/ })).toBeDisabled()
  await keyboard.press('Shift+Tab') // the pressed button is gone from the way, the place on it is not
  await expect(print.getByRole('link')).toBeFocused()
  await keyboard.press('Enter')
  await expect(page).toHaveURL(/\/gallery\/[0-9a-f-]{36}$/)
  await tabTo(page, page.getByRole('link', { name: 'Back to the gallery' }))
  await keyboard.press('Enter')
  await expect(page).toHaveURL(/\/gallery\?type=meme$/)
  await expect(page.getByRole('main')).toBeFocused()
})

async function somePicture(page: Page): Promise<string> {
  const { images } = await (await page.request.get('/api/v1/images?pageSize=1')).json()
  return `/gallery/${images[0].id}`
}

/** Every control that can be used, as it is called, in the order of the page. */
function controlsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const all = 'a[href], button:enabled, select:enabled, input:enabled, textarea:enabled, summary, [tabindex="0"]'
    const shown = [...document.querySelectorAll<HTMLElement>(all)].filter((control) => control.checkVisibility())
    return shown.map(({ tagName, ariaLabel, textContent }) => `${tagName} ${ariaLabel ?? textContent}`)
  })
}

/** What has the focus, and what is wrong with how it shows that. */
function focusOf(page: Page): Promise<{ label: string; trouble: string }> {
  return page.evaluate(async () => {
    const control = document.activeElement as HTMLElement
    if (!control || control === document.body) return { label: '', trouble: '' }
    const { tagName, ariaLabel, textContent } = control
    const label = `${tagName} ${ariaLabel ?? textContent}`
    const { outlineStyle, outlineWidth } = getComputedStyle(control)
    if (outlineStyle === 'none' || Number.parseFloat(outlineWidth) < 2) return { label, trouble: 'no outline' }
    const { left, top, width, height } = control.getBoundingClientRect()
    const seen = document.elementFromPoint(left + width / 2, top + Math.min(height / 2, 40))
    const isSeen = seen && (control.contains(seen) || seen.contains(control))
    return { label, trouble: isSeen ? '' : `covered by ${seen?.className}` }
  })
}

/** The animations that go on, as elements of these classes. */
function running(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ playState }) => playState === 'running')
      .map(({ effect }) => (effect as KeyframeEffect).target?.className ?? ''),
  )
}

/** Buttons that have neither an edge nor a ground once the system gives the colours. */
function withoutEdge(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const buttons = [...document.querySelectorAll<HTMLElement>('main :is(button, .mc-button)')]
    const bare = buttons.filter((button) => {
      const { borderStyle, borderWidth } = getComputedStyle(button)
      return button.checkVisibility() && (borderStyle === 'none' || Number.parseFloat(borderWidth) < 1)
    })
    return bare.map(({ className, textContent }) => `${className} ${textContent}`)
  })
}
