import { holdRequests } from './support/states'
import { expect, test } from './support/test'

test.describe('when the gallery is unavailable', () => {
  test.use({ allowedProblem: /Failed to load resource/ })

  // Verifies GAL-18, GAL-19.
  test('the page shows an error with a retry button', async ({ page, inspect }) => {
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
    const release = await holdRequests(page, '**/api/v1/images*')
    await page.getByRole('button', { name: 'Try again' }).click()
    release()
    await expect(
      page
        .getByRole('article')
        .or(page.getByText(/^No images found/))
        .first(),
    ).toBeVisible()
  })
})

test.describe('an unknown path', () => {
  test.use({ allowedProblem: /Failed to load resource.*404/ })

  test('responds with status 404', async ({ page, inspect }) => {
    const response = await page.goto('/no-such-page')
    expect(response?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: 'Lights out' })).toBeVisible()
    await inspect('not-found')
  })
})

test.describe('when the site configuration or a chunk fails to load', () => {
  test.use({ allowedProblem: /Failed to (load resource|fetch dynamically)/ })

  test('the page shows an error with a retry button', async ({ page, inspect }) => {
    await page.route('**/config.json', (route) => route.fulfill({ status: 503 }))
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'The wick does not catch' })).toBeVisible()
    await inspect('no-config')
    await page.unroute('**/config.json')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { name: 'Contract address' })).toBeVisible()
  })

  test('a page without its code offers to reload', async ({ page, inspect }) => {
    await page.clock.install()
    await page.route('**/assets/hostInit-*.js', (route) => route.fulfill({ status: 503 }))
    await page.goto('/lore')
    await expect(page.getByRole('heading', { name: 'Lighting the wick…' })).toBeVisible()
    await page.goto('/') // has its top in its document
    await expect(page.getByRole('link', { name: 'Make a meme' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Lighting the wick…' })).toBeHidden()
    await inspect('home-without-code')
    await page.clock.fastForward('00:11')
    await expect(page.getByRole('heading', { name: 'The wick does not catch' })).toBeVisible()
    await inspect('no-code')
    await page.unroute('**/assets/hostInit-*.js')
    await page.getByRole('button', { name: 'Light it again' }).click()
    await expect(page.getByRole('heading', { name: 'Contract address' })).toBeVisible()
  })
})
