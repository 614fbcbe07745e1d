import { expect, test } from './support/test'

test.describe('when a remote does not come', () => {
  test.use({ expectedProblem: /Failed to load resource|remoteEntry/ })

  test('its page says so, the rest of the house works, and a second try brings it', async ({ page, inspect }) => {
    await page.route('**/mfe/gallery/remoteEntry.js*', (route) => route.fulfill({ status: 503 }))
    await page.goto('/gallery')
    await expect(page.getByText('This part of the house stays dark.')).toBeVisible()
    await inspect('remote-failed')
    await page.unroute('**/mfe/gallery/remoteEntry.js*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { name: 'Gallery', exact: true })).toBeVisible()
  })
})

test.describe('when the gallery does not answer', () => {
  test.use({ expectedProblem: /Failed to load resource/ })

  test('the page says so and offers to try again', async ({ page, inspect }) => {
    await page.route('**/api/v1/images*', (route) => route.fulfill({ status: 503 }))
    await page.goto('/gallery')
    await expect(page.getByRole('alert')).toContainText('The gallery does not answer right now.')
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
