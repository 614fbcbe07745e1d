import type { Page } from '@playwright/test'
import { publishToList } from './support/publish'
import { longTexts } from './support/states'
import { expect, expectNoHorizontalScroll, test } from './support/test'

test('an endless list keeps few elements, and restores the scroll position', { tag: '@both' }, async ({
  page,
  inspect,
}) => {
  await mockPages(page, 10)
  await page.goto('/gallery')
  const cards = page.getByRole('article')
  await expect(cards.first()).toBeVisible()
  for (let pages = 1; pages < 10; ) {
    const more = page.getByRole('button', { name: 'Hang up more prints' })
    const enabled = more.and(page.locator('[aria-disabled=false]'))
    // it may have begun to load, and be gone after that
    if (await enabled.isVisible()) await enabled.click({ timeout: 2000 }).catch(() => undefined)
    else await page.mouse.wheel(0, 4000)
    pages = await page.locator('.gallery-wall').count()
  }
  expect(await cards.count(), 'cards in the document').toBeLessThan(5 * 24)
  await expect(page.getByRole('contentinfo')).toBeAttached()

  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight * 0.6))
  const deep = await firstInView(page)
  const card = page.locator(`[href="${deep}"]`)
  await card.scrollIntoViewIfNeeded()
  const place = await settledScrollY(page)
  await card.click()
  await expect(page.getByRole('button', { name: 'Share' })).toBeVisible()
  await inspect('picture')
  await page.goBack()
  await expect(card).toBeInViewport()
  const distance = async () => Math.abs((await page.evaluate(() => window.scrollY)) - place)
  await expect.poll(distance, 'pixels from the old scroll position').toBeLessThan(4)
})

test('the image page shows the text beside the image on wide screens, below it on phones', {
  tag: '@both',
}, async ({ page, isMobile }) => {
  await page.goto('/gallery')
  await page.getByRole('article').first().getByRole('link').first().click()
  await expect(page.getByRole('button', { name: 'Share' })).toBeVisible()
  const [picture, words] = await boxesOf(page, '.gallery-large .gallery-picture', '.gallery-about')
  if (isMobile) {
    expect(words.y, 'below the picture').toBeGreaterThanOrEqual(picture.y + picture.height)
    return
  }
  expect(words.x, 'right of the picture').toBeGreaterThanOrEqual(picture.x + picture.width)
  expect(words.y, 'level with its top').toBeLessThan(picture.y + 20)
  expect(words.width, 'room for the words').toBeGreaterThanOrEqual(300)
})

test('a like is shown after a reload', async ({ page, request }) => {
  const { id } = await publishToList(request, `Liked ${Date.now()}`)
  await page.goto('/gallery')
  const card = page.getByRole('article').filter({ has: page.locator(`[href="/gallery/${id}"]`) })
  const stored = page.waitForResponse((response) => response.url().endsWith('/like') && response.ok())
  await card.getByRole('button', { name: 'Like this picture, 0 so far' }).click()
  await expect(card.getByRole('button', { name: 'You like this picture, 1 in all' })).toBeDisabled()
  await stored
  await page.reload() // the list may be a second old, what this visitor likes is not
  await expect(card.getByRole('button', { name: /^You like this picture/ })).toBeDisabled()
})

// Verifies GAL-5.
test('cards that went out of view fit a window that becomes narrower', async ({ page }) => {
  await page.goto('/gallery')
  const cards = page.getByRole('article')
  await cards.nth(12).scrollIntoViewIfNeeded()
  await cards.nth(23).scrollIntoViewIfNeeded()
  await expect.poll(() => cards.first().evaluate(isLaidOut), 'the first card is out of view').toBe(false)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoHorizontalScroll(page)
})

// Verifies GAL-6.
test('a card holds the longest texts', { tag: '@both' }, async ({ page, inspect }) => {
  await longTexts(page)
  await page.goto('/gallery')
  const card = page.getByRole('article').first()
  await expect(card.getByText('W'.repeat(50))).toBeVisible()
  const [paper, like] = await Promise.all([
    card.boundingBox(),
    card.getByRole('button', { name: /^Like/ }).boundingBox(),
  ])
  expect(right(like), 'the button is on the card').toBeLessThan(right(paper))
  await inspect('long texts')
})

// Verifies GAL-3.
test('back and forward change the filter', async ({ page }) => {
  await page.goto('/gallery')
  const filter = page.getByRole('combobox', { name: 'Show' })
  await filter.selectOption('McPFPs')
  await expect(page).toHaveURL(/\?type=pfp$/)
  await filter.selectOption('McArt')
  await expect(page).toHaveURL(/\?type=art$/)
  await page.goBack()
  await expect(filter).toHaveValue('pfp')
  await expect(page.getByRole('link', { name: 'Create' })).toHaveAttribute('href', '/pfp')
  await page.goBack()
  await expect(filter).toHaveValue('meme')
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.goForward()
  await expect(filter).toHaveValue('pfp')
})

test('the first screen loads few bytes, shows placeholders and does not shift', { tag: '@both' }, async ({ page }) => {
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto('/gallery')
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect
    .poll(() => page.evaluate(() => [...document.images].filter((image) => image.complete).length))
    .toBeGreaterThan(2)
  await page.waitForLoadState('networkidle')
  const { bytes, shifted, painted } = await page.evaluate(() => {
    const inView = [...document.images].filter((image) => image.getBoundingClientRect().top < innerHeight)
    const addresses = new Set(inView.map(({ currentSrc }) => currentSrc))
    const fetched = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    return {
      bytes: fetched.filter(({ name }) => addresses.has(name)).reduce((sum, one) => sum + one.transferSize, 0),
      shifted: (window as unknown as { shifts: number[] }).shifts.reduce((sum, one) => sum + one, 0),
      painted: getComputedStyle(document.querySelector('.gallery-picture') as Element).backgroundImage,
    }
  })
  expect(bytes, 'bytes of pictures').toBeGreaterThan(0)
  expect(bytes, 'bytes of pictures').toBeLessThan(350_000)
  expect(shifted, 'layout shift').toBeLessThan(0.01)
  expect(painted).toContain('data:image/webp;base64,')
})

test.describe('an unknown image', () => {
  test.use({ allowedProblem: /404/ })

  test('is reported by the page and by the status code', async ({ page, inspect }) => {
    const path = '/gallery/0192aaaa-0000-7000-8000-00000000dead'
    await expect.poll(async () => (await page.request.get(path)).status()).toBe(404)
    await page.goto('/gallery')
    await page.evaluate((address) => {
      history.pushState(null, '', address)
      dispatchEvent(new PopStateEvent('popstate'))
    }, path)
    await expect(page.getByRole('heading', { name: /isn’t on our wall/ })).toBeVisible()
    await inspect('picture-gone')
  })
})

const isLaidOut = (element: Element) => element.checkVisibility({ contentVisibilityAuto: true })

const right = (box: Box | null) => (box ? box.x + box.width : Number.NaN)

async function boxesOf(page: Page, ...selectors: string[]) {
  const boxes = selectors.map((selector) => page.locator(selector).boundingBox())
  return (await Promise.all(boxes)) as [Box, Box]
}

interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** Mocks a list of this many pages, from the real images: a new platform has only two dozen. */
async function mockPages(page: Page, pages: number) {
  let images: { id: string }[] | undefined
  await page.route('**/api/v1/images/*', async (route) => {
    const image = images?.find(({ id }) => route.request().url().endsWith(id.slice(2)))
    await route.fulfill({ json: image })
  })
  await page.route('**/api/v1/images/*/related', (route) =>
    route.fulfill({
      json: { newerId: '', olderId: '', parentGone: false, remixes: [], goneRemixes: 0, byHandle: [], inStyle: [] },
    }),
  )
  await page.route('**/api/v1/images?**', async (route) => {
    if (!images) ({ images } = await (await route.fetch()).json())
    const cursor = Number(new URL(route.request().url()).searchParams.get('cursor') ?? 0)
    const copies = (images ?? []).map((image) => ({ ...image, id: image.id.replace(/^.{2}/, `a${cursor}`) }))
    const nextCursor = cursor + 1 < pages ? String(cursor + 1) : ''
    await route.fulfill({ json: { images: copies, nextCursor } })
  })
}

/** Returns the scroll position once it is the same for a quarter of a second: cards take their heights as they come near. */
async function settledScrollY(page: Page): Promise<number> {
  let last = -1
  const isSettled = async () => {
    const before = last
    last = await page.evaluate(() => window.scrollY)
    return last === before
  }
  await expect.poll(isSettled, { intervals: [250] }).toBe(true)
  return last
}

/** Returns the link of the first card that is well inside the viewport. */
function firstInView(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame)
    for (;;) {
      for (const link of document.querySelectorAll('.gallery-open')) {
        const { top, bottom } = link.getBoundingClientRect()
        if (top > 80 && bottom < innerHeight + 200) return link.getAttribute('href') ?? ''
      }
      await frame()
    }
  })
}
