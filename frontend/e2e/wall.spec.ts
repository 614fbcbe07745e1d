import type { Locator, Page } from '@playwright/test'
import { tabTo } from './support/input'
import { closedWalls, failRequests, mockWallEntries } from './support/states'
import { expect, test } from './support/test'
import { captureTrace, expectJourney } from './support/trace'

const cards = (page: Page) => page.getByRole('article')
const flipButton = (page: Page, handle: string) => page.getByRole('button', { name: `Turn the card of ${handle}` })
const flipButtonOf = (card: Locator) => card.getByRole('button', { name: /^Turn the card/ })
const follow = (page: Page, handle: string) => page.getByRole('link', { name: `Follow on X: ${handle}` })

// Verifies WALL-1, WALL-2, WALL-3.
test('both walls are reachable, also by the back button', { tag: '@both' }, async ({ page, inspect, isMobile }) => {
  await mockWallEntries(page)
  await page.goto('/wall')
  await expect(page).toHaveTitle('Wall of Flame · McWick')
  await expect(cards(page)).toHaveCount(24)
  expect(await columns(page)).toBe(isMobile ? 2 : 3)
  await expectReadableNames(page)
  await inspect('wall-of-flame')
  await page.getByRole('link', { name: 'Shame', exact: true }).click()
  await expect(page).toHaveURL(/\/wall\?wall=shame$/)
  await expect(page.getByRole('heading', { name: 'Wall of Shame' })).toBeVisible()
  await expect(page).toHaveTitle('Wall of Shame · McWick')
  await expect(cards(page)).toHaveCount(24)
  expect(await columns(page)).toBe(2)
  await expectReadableNames(page)
  await inspect('wall-of-shame')
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Wall of Flame' })).toBeVisible()
  await page.goForward()
  await expect(page.getByRole('heading', { name: 'Wall of Shame' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('link', { name: 'Shame', exact: true })).toHaveAttribute('aria-current', 'page')
})

// Verifies WALL-3.
test('three cards fit in a row from 480 pixels on, with readable names', async ({ page }) => {
  await mockWallEntries(page)
  await page.goto('/wall')
  await expect(cards(page)).toHaveCount(24)
  for (const [width, wanted] of [
    [479, 2],
    [480, 3],
    [768, 3],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await expect.poll(() => columns(page), `columns at ${width} pixels`).toBe(wanted)
    await expectReadableNames(page)
  }
})

// Verifies WALL-4.
test('a tap outside flips a card back', { tag: '@both' }, async ({ page }) => {
  await mockWallEntries(page)
  await page.goto('/wall')
  const card = cards(page).nth(1)
  await flipButtonOf(card).click()
  await expect(flipButtonOf(card)).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('heading', { level: 1 }).click()
  await expect(flipButtonOf(card)).toHaveAttribute('aria-pressed', 'false')
})

// Verifies WALL-2, WALL-5.
test('every card can be flipped and read completely', { tag: '@both' }, async ({ page, inspect }) => {
  await mockWallEntries(page)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  for (const wall of ['flame', 'shame']) {
    await page.goto(`/wall?wall=${wall}`)
    const leaf = page.locator('.wall-leaf').first()
    await expect(leaf).toHaveCSS('transition-duration', '0.6s')
    for (const card of await cards(page).all()) {
      const box = await card.boundingBox()
      expect(Math.abs((box?.width ?? 0) - (box?.height ?? 1)), 'a square').toBeLessThan(1)
    }
    for (const place of [0, 1, 2, 3]) {
      const card = cards(page).nth(place)
      await flipButtonOf(card).click()
      await expect(flipButtonOf(card)).toHaveAttribute('aria-pressed', 'true')
      const bio = card.locator('.wall-bio')
      await expect(bio).toBeInViewport()
      await expect.poll(() => bio.evaluate((text) => text.scrollHeight - text.clientHeight), 'hidden of a bio').toBe(0)
      if (place === 1) await inspect(`wall-${wall}-turned`)
      const link = card.getByRole('link')
      await link.scrollIntoViewIfNeeded()
      await expect.poll(async () => Math.round((await link.boundingBox())?.height ?? 0)).toBeGreaterThanOrEqual(44)
      await bio.click()
      await expect(flipButtonOf(card)).toHaveAttribute('aria-pressed', 'false')
    }
  }
})

test('the keyboard reaches the visible side of a card only', async ({ page }) => {
  await mockWallEntries(page)
  await page.goto('/wall')
  await tabTo(page, flipButton(page, '@waxella'))
  await page.keyboard.press('Tab')
  await expect(flipButton(page, '@candlecarl')).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(flipButton(page, '@waxella')).toHaveAttribute('aria-pressed', 'true')
  await tabTo(page, follow(page, '@waxella'))
  await expect(follow(page, '@waxella')).toHaveAttribute('href', 'https://x.com/waxella')
  await tabTo(page, flipButton(page, '@waxella'), 'Shift+Tab')
  await page.keyboard.press('Space')
  await expect(follow(page, '@waxella')).toHaveCount(0)
  await page.keyboard.press('Tab')
  await expect(flipButton(page, '@candlecarl')).toBeFocused()
})

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('the sides fade instead of flipping', async ({ page, inspect }) => {
    await mockWallEntries(page)
    await page.goto('/wall')
    await flipButton(page, '@waxella').click()
    await expect(page.locator('.wall-leaf').first()).toHaveCSS('transform', 'none')
    await expect(page.locator('.wall-front').first()).toHaveCSS('opacity', '0')
    await expect(page.locator('.wall-back').first()).toHaveCSS('transition', /opacity 0\.2s/)
    await inspect('wall-still')
  })
})

// Verifies WALL-9, WALL-13, WALL-14, OBS-1.
test('a nomination is submitted', { tag: '@both' }, async ({ page, request, inspect }) => {
  await page.goto('/wall')
  await page.getByRole('button', { name: 'Submit Nomination' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Submit Nomination' })
  const submit = dialog.getByRole('button', { name: 'Submit' })
  await expect(dialog.getByText('0/400 characters')).toBeVisible()
  await dialog.getByLabel('X handle').fill('not a handle')
  await dialog.getByLabel('Reason').fill('Lent me her last match. In the rain.')
  await submit.click()
  await expect(dialog.getByText('Please enter a valid X username')).toBeVisible()
  await inspect('wall-odd-handle')
  await dialog.getByLabel('X handle').fill(`@wick_${Date.now()}`)
  await dialog.getByRole('group', { name: 'Self-nomination?' }).getByText('Yes').click()
  await dialog.getByRole('group', { name: 'Are you already McHODLING?' }).getByText('No').click()
  await inspect('wall-nomination')
  const loaded = page.waitForResponse(/\/api\/v1\/wall\/entries/)
  const nominationTrace = await captureTrace(page, 'POST', /\/nominations$/, () => submit.click())
  await expect(dialog).toBeHidden()
  await expect(page.getByText(/^Nomination received, under review/)).toBeVisible()
  await loaded
  await inspect('wall-received')
  await expectJourney(request, 'nominate', nominationTrace)
})

test.describe('while the wall service is unavailable', () => {
  test.use({ allowedProblem: /503/ })

  // Verifies WALL-15.
  test('the page shows an error, and keeps the nomination form', async ({ page, inspect }) => {
    await failRequests('**/api/v1/wall/nominations')(page)
    await page.goto('/wall?wall=shame')
    await page.getByRole('button', { name: 'Submit Nomination' }).first().click()
    await page.getByLabel('X handle').fill('@drip_lord')
    await page.getByLabel('Reason').fill('Dripped on the carpet.')
    await page.getByRole('dialog').getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByRole('dialog').getByRole('status')).toContainText('It is all still here')
    await expect(page.getByLabel('Reason')).toHaveValue('Dripped on the carpet.')
    await inspect('wall-not-received')
    await page.unroute('**/api/v1/wall/nominations')
    await page.getByRole('dialog').getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByText(/^Nomination received, under review/)).toBeVisible()

    await failRequests('**/api/v1/wall/entries**')(page)
    await page.reload()
    await expect(page.getByText('The wall does not answer right now.')).toBeVisible()
    await inspect('wall-failed')
  })
})

test.describe('an offensive nomination', () => {
  test.use({ allowedProblem: /400/ })

  // Verifies MOD-3.
  test('is rejected at its field by the moderation provider', async ({ page }) => {
    await page.goto('/wall')
    const nominate = (reason: string) =>
      page.evaluate(async (reason) => {
        const headers = { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }
        const body = JSON.stringify({ wall: 'WALL_FLAME', xHandle: `@wick_${Date.now()}`, reason })
        const answer = await fetch('/api/v1/wall/nominations', { method: 'POST', headers, body })
        return { status: answer.status, ...(await answer.json()) }
      }, reason)
    // The word filter accepts these; the moderation provider rejects them.
    expect(await nominate('All wicks must drown.')).toMatchObject({
      status: 400,
      code: 'TEXT_INDECENT',
      fields: [{ field: 'reason' }],
    })
    expect(await nominate('All wicks must shine.')).toMatchObject({ status: 201 })
  })
})

// Verifies WALL-16.
test('the walls can be closed by a flag', { tag: '@both' }, async ({ page, inspect }) => {
  await closedWalls(page)
  await page.goto('/wall?wall=shame')
  await expect(page.getByRole('heading', { name: 'The walls are closed' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Shame', exact: true })).toHaveCount(0)
  await inspect('wall-closed')
  await page.getByRole('link', { name: 'To the gallery' }).click()
  await expect(page).toHaveURL(/\/gallery$/)
})

test('the walls are excluded from search engines', async ({ request }) => {
  expect((await request.get('/wall')).headers()['x-robots-tag']).toBe('noindex')
})

/** Expects names in at least 12 pixels, not truncated. */
async function expectReadableNames(page: Page) {
  const names = await page.locator('.wall-handle').evaluateAll((plates) =>
    plates.map((plate) => ({
      name: plate.textContent,
      pixels: Number.parseFloat(getComputedStyle(plate).fontSize),
      cut: plate.scrollWidth - plate.clientWidth > 1 || plate.scrollHeight - plate.clientHeight > 1,
      high: plate.clientHeight / (plate.parentElement?.clientHeight ?? 1),
    })),
  )
  expect(names.filter(({ pixels, cut, high }) => pixels < 12 || cut || high > 0.5)).toEqual([])
}

/** Returns the number of columns. */
function columns(page: Page): Promise<number> {
  return page.locator('.wall-cards').evaluate((list) => getComputedStyle(list).gridTemplateColumns.split(' ').length)
}
