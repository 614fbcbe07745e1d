import type { Page } from '@playwright/test'
import { tabTo } from './support/input'
import { hangRequests, limitImages } from './support/states'
import { expect, expectAccessible, test } from './support/test'

/*
 * The site by keyboard, with reduced motion, with forced colors and at 200 % zoom. The meme maker has its own tests by
 * keyboard and by touch.
 */

/** The pages, with a check that their content is loaded. */
const pages: Record<string, { path: string; ready: (page: Page) => Promise<unknown> }> = {
  'the first page': { path: '/', ready: (page) => expect(page.locator('.preview img')).toHaveCount(4) },
  'the lore': { path: '/lore', ready: (page) => expect(page.getByRole('heading', { name: 'Tenets' })).toBeVisible() },
  'the safety page': {
    path: '/safety',
    ready: (page) => expect(page.getByText('Counted a moment ago')).toBeVisible(),
  },
  'the gallery': { path: '/gallery', ready: (page) => expect(page.getByText(/^That was the last one/)).toBeAttached() },
  'a picture': {
    path: '',
    ready: async (page) => {
      for (const name of [/^(Older|Newer) picture$/, 'Post on X'])
        await expect(page.getByRole('link', { name }).first()).toBeVisible()
    },
  },
}

for (const [name, { path, ready }] of Object.entries(pages)) {
  const open = async (page: Page) => {
    await limitImages(6)(page)
    await hangRequests('**/api/v1/gallery/events*')(page) // a new picture would add a button
    await page.goto(path || (await imagePath(page)))
    await ready(page)
  }

  test(`${name}: Tab reaches every control in order, with visible focus`, async ({ page }) => {
    await open(page)
    let controls: string[] = []
    await expect(async () => {
      const before = controls
      controls = await controlsOf(page)
      expect(controls).toEqual(before) // the last ones come after the content
    }).toPass({ intervals: [500] })
    expect(controls.length).toBeGreaterThan(5)
    const focusedLabels: string[] = []
    for (let step = 0; step <= controls.length; step++) {
      await page.keyboard.press('Tab')
      const { label, problem } = await focusOf(page)
      if (label) focusedLabels.push(label)
      expect(problem, label).toBe('')
    }
    expect(focusedLabels).toEqual(controls)
  })

  test(`${name}: works at 200 % zoom, with reduced motion and forced colors`, async ({ page }) => {
    await page.setViewportSize({ width: 640, height: 450 }) // 1280 by 900 at 200 % zoom
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await open(page)
    await expect.poll(() => runningAnimations(page), 'running animations').toEqual([])
    await expectAccessible(page)
    await page.emulateMedia({ forcedColors: 'active' })
    expect(await buttonsWithoutBorder(page), 'buttons without a border').toEqual([])
    expect(await currentWithoutOutline(page), 'current items without an outline').toEqual([])
  })
}

test('loading animations have a text, also with reduced motion', async ({ page }) => {
  await hangRequests('**/api/v1/images?**')(page)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto('/gallery')
  await expect(page.getByText('Lighting the gallery')).toBeVisible()
  expect(await runningAnimations(page)).not.toEqual([])
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expect.poll(() => runningAnimations(page)).toEqual([])
  await expect(page.getByText('Lighting the gallery')).toBeVisible()
})

test('the top bar works by keyboard', async ({ page }) => {
  const { keyboard } = page
  await page.goto('/')
  await tabTo(page, page.getByRole('link', { name: 'Skip to the content' }))
  await keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()

  const group = page.getByRole('banner').getByRole('button', { name: 'Gallery' })
  const item = page.getByRole('link', { name: /^Explore Browse Gallery/ })
  await tabTo(page, group, 'Shift+Tab')
  await keyboard.press('Enter')
  await tabTo(page, item)
  await keyboard.press('Escape')
  await expect(item).toBeHidden()
  await expect(group).toBeFocused()
  await keyboard.press('Space')
  await tabTo(page, item)
  await keyboard.press('Enter')
  await expect(page).toHaveURL(/\/gallery$/)
  await expect(page.getByRole('main')).toBeFocused()
})

test('an image is liked, opened and left by keyboard', async ({ page }) => {
  const { keyboard } = page
  await limitImages(6)(page)
  await page.goto('/gallery')
  const card = page.getByRole('article').last() // which may have a link to its author, too
  const picture = card.getByRole('link').first()
  await tabTo(page, picture, 'Shift+Tab')
  await tabTo(page, card.getByRole('button', { name: /^Like this picture/ }))
  await keyboard.press('Enter')
  await expect(card.getByRole('button', { name: /^You like this picture/ })).toBeDisabled()
  const links = await card.getByRole('link').count()
  for (let left = links; left > 0; left--) await keyboard.press('Shift+Tab') // the disabled button keeps the position of the focus
  await expect(picture).toBeFocused()
  await keyboard.press('Enter')
  await expect(page).toHaveURL(/\/gallery\/[0-9a-f-]{36}$/)
  await tabTo(page, page.getByRole('link', { name: 'Back to the gallery' }))
  await keyboard.press('Enter')
  await expect(page).toHaveURL(/\/gallery\?type=meme$/)
  await expect(page.getByRole('main')).toBeFocused()
})

/** Returns the page of a picture that no other test takes down. */
async function imagePath(page: Page): Promise<string> {
  const { images } = await (await page.request.get('/api/v1/images?pageSize=100')).json()
  return `/gallery/${images.at(-1).id}`
}

/** Returns the labels of all enabled controls, in document order. */
function controlsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const all = 'a[href], button:enabled, select:enabled, input:enabled, textarea:enabled, summary, [tabindex="0"]'
    const shown = [...document.querySelectorAll<HTMLElement>(all)].filter((control) => control.checkVisibility())
    return shown.map(({ tagName, ariaLabel, textContent }) => `${tagName} ${ariaLabel ?? textContent}`)
  })
}

/** Returns the focused control, and what is wrong with its focus indicator. */
function focusOf(page: Page): Promise<{ label: string; problem: string }> {
  return page.evaluate(async () => {
    const control = document.activeElement as HTMLElement
    if (!control || control === document.body) return { label: '', problem: '' }
    const { tagName, ariaLabel, textContent } = control
    const label = `${tagName} ${ariaLabel ?? textContent}`
    const { outlineStyle, outlineWidth } = getComputedStyle(control)
    if (outlineStyle === 'none' || Number.parseFloat(outlineWidth) < 2) return { label, problem: 'no outline' }
    const { left, top, width, height } = control.getBoundingClientRect()
    const seen = document.elementFromPoint(left + width / 2, top + Math.min(height / 2, 40))
    const isSeen = seen && (control.contains(seen) || seen.contains(control))
    return { label, problem: isSeen ? '' : `covered by ${seen?.className}` }
  })
}

/** Returns the class names of the elements with running animations. */
function runningAnimations(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ playState }) => playState === 'running')
      .map(({ effect }) => (effect as KeyframeEffect).target?.className ?? ''),
  )
}

/** Returns the texts of what is marked as current without an outline, the one mark that forced colors leave. */
function currentWithoutOutline(page: Page): Promise<(string | null)[]> {
  return page
    .locator('[aria-current], [data-current]')
    .evaluateAll((marked) =>
      marked.filter((one) => getComputedStyle(one).outlineStyle === 'none').map(({ textContent }) => textContent),
    )
}

/** Returns the buttons that have no border with forced colors. */
function buttonsWithoutBorder(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const buttons = [...document.querySelectorAll<HTMLElement>('main :is(button, .mc-button)')]
    const bare = buttons.filter((button) => {
      const { borderStyle, borderWidth } = getComputedStyle(button)
      return button.checkVisibility() && (borderStyle === 'none' || Number.parseFloat(borderWidth) < 1)
    })
    return bare.map(({ className, textContent }) => `${className} ${textContent}`)
  })
}
