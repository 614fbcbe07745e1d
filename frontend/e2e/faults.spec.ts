import { expect, test } from './support/test'

test.describe('when the gallery does not answer', () => {
  test.use({ expectedProblem: /Failed to load resource/ })

  // Verifies GAL-18.
  test('the page says so and offers to try again', async ({ page, inspect }) => {
    await page.route('**/api/v1/images*', (route) => route.fulfill({ status: 503 }))
    await page.goto('/gallery')
    await expect(page.getByRole('status').filter({ hasText: 'The gallery does not answer right now.' })).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await page.getByText('Details').click()
    await expect(page.locator('.mc-receipt').getByRole('link')).toHaveAttribute(
      'href',
      /^\/debug\/trace\/[0-9a-f]{32}$/,
    )
    await inspect('gallery-failed')
    await page.unroute('**/api/v1/images*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(
      page
        .getByRole('article')
        .or(page.getByText(/^No images found/))
        .first(),
    ).toBeVisible()
  })
})

test.describe('when an address leads nowhere', () => {
  test.use({ expectedProblem: /Failed to load resource.*404/ })

  test('the answer is a real 404', async ({ page, inspect }) => {
    const answer = await page.goto('/no-such-page')
    expect(answer?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: 'Lights out' })).toBeVisible()
    await inspect('not-found')
  })
})

test.describe('when the house itself does not answer', () => {
  test.use({ expectedProblem: /Failed to (load resource|fetch dynamically)/ })

  test('the page says so and offers to try again', async ({ page, inspect }) => {
    await page.route('**/config.json', (route) => route.fulfill({ status: 503 }))
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'The wick does not catch' })).toBeVisible()
    await inspect('no-config')
    await page.unroute('**/config.json')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('link', { name: 'Make a meme' })).toBeVisible()
  })

  test('a page whose code got lost offers to load again', async ({ page, inspect }) => {
    await page.clock.install()
    await page.route('**/assets/hostInit-*.js', (route) => route.fulfill({ status: 503 }))
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'Lighting the wick…' })).toBeVisible()
    await page.clock.fastForward('00:11')
    await expect(page.getByRole('heading', { name: 'The wick does not catch' })).toBeVisible()
    await inspect('no-code')
    await page.unroute('**/assets/hostInit-*.js')
    await page.getByRole('button', { name: 'Light it again' }).click()
    await expect(page.getByRole('link', { name: 'Make a meme' })).toBeVisible()
  })
})
