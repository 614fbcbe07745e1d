import type { Page } from '@playwright/test'
import { expect, test } from './support/test'

/** Permanent provider failures, by the demo provider's marker, with the page's message. After other failures the composer draws. */
const failures = [
  ['moderation', 'Failed to generate image', 'refused this wish'],
  ['toolarge', 'Image file size exceeds maximum limit', 'too big for our door'],
] as const

const action = 'counting green candles'

// Verifies MEME-11.
test('a provider failure is shown, and the form keeps its values', async ({ page, inspect }) => {
  await open(page)
  for (const [mark, message, reason] of failures) {
    const scene = `a quiet harbour [demo:${mark}]`
    await draw(page, scene)
    await expect(page.getByRole('alert')).toContainText(message)
    await expect(page.getByRole('alert')).toContainText(reason)
    await expect(page.getByLabel('Describe the scene')).toHaveValue(scene)
    await expect(page.getByLabel("What's McWick doing?")).toHaveValue(action)
  }
  await inspect('failed')

  await draw(page, 'a quiet harbour')
  await expect(page.getByRole('alert')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Publish to Instacandle' })).toBeEnabled()
})

test.describe('a picture that must not be shown', () => {
  test.use({ allowedProblem: /400/ })

  // Verifies MOD-34.
  test('is not published, and stays its maker’s', async ({ page, request, inspect }) => {
    await open(page)
    await draw(page, 'a quiet harbour [demo:contraband]')
    const publish = page.getByRole('button', { name: 'Publish to Instacandle' })
    await expect(publish).toBeEnabled()
    await publish.click()
    const caption = `Nobody sees this ${Date.now()}`
    const dialog = page.getByRole('dialog', { name: 'Publish to Instacandle' })
    await dialog.getByLabel('Caption').fill(caption)
    await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
    await expect(dialog).toContainText("That picture won't hang here, broh.")
    await inspect('refused')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Download' }).first()).toBeEnabled()
    const { images } = await (await request.get('/api/v1/images?pageSize=10')).json()
    expect(images.map((image: { caption: string }) => image.caption)).not.toContain(caption)
  })
})

test.describe('when the rate limit is exceeded', () => {
  test.use({ allowedProblem: /Failed to load resource/ })

  test('the page shows when to retry', async ({ page, inspect }) => {
    await open(page)
    await page.route('**/api/v1/jobs', (route) =>
      route.fulfill({
        status: 429,
        headers: { 'content-type': 'application/problem+json', 'retry-after': '240' },
        body: JSON.stringify({ code: 'QUEUE_FULL', detail: 'Later.' }),
      }),
    )
    await draw(page, 'a quiet harbour')
    await expect(page.getByRole('alert')).toContainText('The queue is longer than five minutes')
    await expect(page.getByRole('alert')).toContainText('come back in 4 min.')
    await inspect('refused')
  })
})

test('a canceled job returns to the form without an error', async ({ page, inspect }) => {
  await open(page)
  const scene = 'a quiet harbour [demo:slow:60]'
  await draw(page, scene)
  const cancel = page.getByRole('button', { name: 'Cancel' })
  await expect(cancel).toBeVisible()
  await inspect('waiting')
  await cancel.click()
  await expect(page.getByRole('button', { name: 'Generate Scene' })).toBeEnabled()
  await expect(page.getByRole('alert')).toBeHidden()
  await expect(page.getByLabel('Describe the scene')).toHaveValue(scene)
})

test.describe('when the image fails to load', () => {
  test.use({ allowedProblem: /Failed to load resource/ })

  // Verifies PUB-8.
  test('the page shows an error and retries', async ({ page }) => {
    await open(page)
    await page.route('**/media/ai-generations/**', (route) => route.fulfill({ status: 503 }))
    await draw(page, 'a quiet harbour')
    await expect(page.getByRole('alert')).toContainText('Failed to download image. Please try again.')
    await page.unroute('**/media/ai-generations/**')
    await page.getByRole('alert').getByRole('button').click()
    await expect(page.getByRole('button', { name: 'Publish to Instacandle' })).toBeEnabled()
  })
})

async function open(page: Page) {
  await page.goto('/ai')
  await page.getByLabel("What's McWick doing?").fill(action)
}

async function draw(page: Page, scene: string) {
  await page.getByLabel('Describe the scene').fill(scene)
  await page.getByRole('button', { name: 'Generate Scene' }).click()
}
