import type { Page } from '@playwright/test'
import { dragTouches, tabTo } from './support/input'
import { holdRequests, holdTimers } from './support/states'
import { expect, test } from './support/test'

const deck = (page: Page) => page.getByRole('region', { name: 'The deck' })
const top = (page: Page, name: string) => deck(page).getByRole('article', { name })
const fighters = (page: Page) => page.getByRole('main').getByRole('button')

// Verifies TOOLS-2.
test('the overview shows tools coming soon, and launches two games', async ({ page, inspect }) => {
  await page.goto('/picks')
  await expect(page).toHaveTitle('McTrenches · McWick')
  await expect(page.getByText('Coming Soon')).toHaveCount(3)
  await inspect('picks')

  await page.getByRole('link', { name: 'Launch McTinder' }).click()
  await expect(page).toHaveURL(/\/picks\?mode=tinder$/)
  await expect(page.getByRole('heading', { name: 'McTinder' })).toBeFocused()
  await page.getByRole('link', { name: 'Back to Modes' }).click()
  await page.getByRole('link', { name: 'Launch Battle Mode' }).click()
  await expect(page.getByRole('heading', { name: 'Battle Mode' })).toBeFocused()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Half Baked Graveyard' })).toBeVisible()
  await page.goBack()
  await expect(top(page, 'Bitcoin')).toBeVisible()
  await page.goForward()
  await expect(page.getByRole('heading', { name: 'McTrenches' })).toBeFocused()
})

test('the deck is played to its last card', async ({ page, inspect }) => {
  await page.goto('/picks?mode=tinder')
  await expect(top(page, 'Bitcoin')).toContainText('$67,412')
  await inspect('picks-tinder')
  for (const [name, candle] of Object.entries({ Bitcoin: 'Green', Ethereum: 'Red', Pepe: 'Green', Wojak: 'Red' })) {
    await expect(top(page, name)).not.toHaveAttribute('inert')
    await page.getByRole('button', { name: `${candle} candle` }).dblclick()
  }
  await expect(deck(page).getByRole('article')).toHaveCount(1)
  await expect(top(page, 'McWick')).toContainText('Green votes4,200')
  await expect(page.getByRole('status').filter({ hasText: 'That was the deck, broh.' })).toBeVisible()
  await inspect('picks-tinder-last')
  await expect(page.getByRole('region', { name: 'Show the other candles' })).toContainText(
    'My green candles go to Bitcoin, Pepe.',
  )
  await page.keyboard.press('ArrowRight')
  await expect(top(page, 'McWick')).toContainText('Green votes4,200')
})

// Verifies TOOLS-9.
test('touch swipes the cards, and scrolls the page', { tag: '@phone' }, async ({ page, inspect }) => {
  await page.goto('/picks?mode=tinder')
  const card = top(page, 'Bitcoin')
  await expect(card.getByText('Red votes')).toBeVisible()
  const box = await card.boundingBox()
  if (!box) throw new Error('the card is not there')
  const from = { x: box.x + box.width / 2, y: box.y + 180 }
  await dragTouches(page, [{ from, to: { x: from.x + 30, y: from.y } }], 40)
  await dragTouches(page, [{ from, to: { x: from.x, y: from.y - 160 } }])
  await expect(top(page, 'Bitcoin')).toBeVisible()
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0)
  await page.evaluate(() => scrollTo(0, 0))
  await dragTouches(page, [{ from, to: { x: from.x - 140, y: from.y } }])
  await expect(top(page, 'Bitcoin')).toHaveCount(0)
  await dragTouches(page, [{ from, to: { x: from.x + 140, y: from.y } }])
  await expect(top(page, 'Ethereum')).toHaveCount(0)
  await inspect('picks-swiped')
})

// Verifies TOOLS-12.
test('a battle has a winner', async ({ page, inspect }) => {
  const endRound = await holdTimers(page, 1500)
  await page.goto('/picks?mode=battle')
  await expect(fighters(page)).toHaveCount(2)
  await inspect('picks-battle')
  const names = await fighters(page).locator('b').allTextContents()
  await fighters(page).last().click()
  await expect(fighters(page).first()).toContainText('💀 REKT!')
  await expect(fighters(page).last()).toContainText('🤑 WINNER!')
  await endRound()
  await expect(page.getByText('Round 2')).toBeVisible()
  for (const name of await fighters(page).locator('b').allTextContents()) expect(names).not.toContain(name)
})

// Verifies TOOLS-18.
test('the champion of five rounds can be shared, and nothing is sent', async ({ page, inspect, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await holdTimers(page, 2000)
  await page.goto('/picks?mode=battle')
  const cards = page.locator('.picks-token-card')
  for (let round = 1; round <= 5; round++) {
    await cards.first().click()
    await expect(page.getByText(`Round ${round + 1}`)).toBeVisible()
  }
  const sent: string[] = []
  page.on('request', (request) => sent.push(new URL(request.url()).pathname))
  await page.getByRole('button', { name: 'Share your champion' }).click()
  const card = page.getByRole('region', { name: 'Show the other candles' })
  await expect(card).toContainText('walked out')
  await inspect('picks-champion')
  await card.getByRole('button', { name: 'Copy it with the link' }).click()
  await expect(card.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/walked out .* http.*\/picks\?mode=battle$/)
  expect(sent.filter((path) => /^\/api\/v1\/(?!telemetry)/.test(path))).toEqual([])
})

test('the result is accessible', async ({ page, inspect }) => {
  await holdTimers(page, 1500)
  await page.goto('/picks?mode=battle')
  await fighters(page).first().click()
  await expect(fighters(page).first()).toContainText('🤑 WINNER!')
  await inspect('picks-result')
})

test('the games work by keyboard', async ({ page }) => {
  const { keyboard } = page
  const endRound = await holdTimers(page, 1500)
  await page.goto('/picks')
  await tabTo(page, page.getByRole('link', { name: 'Launch McTinder' }))
  await keyboard.press('Enter')
  await expect(top(page, 'Bitcoin')).toBeVisible()
  await keyboard.press('ArrowRight')
  await expect(top(page, 'Ethereum')).not.toHaveAttribute('inert')
  await tabTo(page, page.getByRole('button', { name: 'Red candle' }))
  await keyboard.press('Enter')
  await expect(top(page, 'Pepe')).not.toHaveAttribute('inert')
  await tabTo(page, page.getByRole('link', { name: 'Back to Modes' }), 'Shift+Tab')
  await keyboard.press('Enter')
  await tabTo(page, page.getByRole('link', { name: 'Launch Battle Mode' }))
  await keyboard.press('Enter')
  await tabTo(page, fighters(page).first())
  await keyboard.press('Space')
  await expect(fighters(page).first()).toContainText('🤑 WINNER!')
  await endRound()
  await expect(page.getByText('Round 2')).toBeVisible()
  await expect(fighters(page).first()).toBeFocused()
})

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('a vote still moves to the next card', async ({ page }) => {
    await page.goto('/picks?mode=tinder')
    await expect(top(page, 'Bitcoin')).toBeVisible()
    await page.keyboard.press('ArrowLeft')
    await expect(page.getByRole('status').filter({ hasText: 'A red candle for Bitcoin.' })).toBeVisible()
    await expect(top(page, 'Ethereum')).not.toHaveAttribute('inert')
  })
})

test.describe('when tokens fail to load', () => {
  test.use({ allowedProblem: /404/ })

  // Verifies TOOLS-5.
  test('a game shows an error, and starts after a retry', async ({ page, inspect }) => {
    await page.route('**/samples-*.json', (route) => route.fulfill({ status: 404 }))
    await page.goto('/picks?mode=battle')
    await expect(page.getByText(/\.\.\.$/)).toBeVisible()
    await expect(page.getByText('Failed to load tokens')).toBeVisible()
    await inspect('picks-failed')
    await page.unroute('**/samples-*.json')
    const release = await holdRequests(page, '**/samples-*.json')
    await page.getByRole('button', { name: 'Try again' }).click()
    release()
    await expect(fighters(page)).toHaveCount(2)
  })

  // Verifies TOOLS-8.
  test('a missing drawing is replaced by the fallback', async ({ page }) => {
    await page.route(/(ethereum|pepe|wojak|candle)-.*\.svg$/, (route) => route.fulfill({ status: 404 }))
    await page.goto('/picks?mode=battle')
    const coins = fighters(page).locator('img')
    await expect(coins).toHaveCount(2)
    for (const coin of await coins.all()) await expect(coin).toHaveAttribute('src', /bitcoin-.*\.svg$/)
  })
})
