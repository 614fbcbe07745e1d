import type { Page } from '@playwright/test'
import { expect, test } from './support/test'

/** Each way in which the provider fails, by the demo provider's mark, with what the page says. */
const failures = [
  ['moderation', 'Failed to generate image', 'refused this wish'],
  ['401', 'OpenAI API key is not configured', 'does not know our key'],
  ['429', 'Failed to generate image', 'give the painter a minute'],
  ['quota', 'Failed to generate image', 'waits for our coins'],
  ['500', 'Failed to generate image', 'dropped the brush'],
  ['hang:1', 'Request timed out', 'when the wick ran out'],
  ['reset', 'Network error occurred', 'snapped halfway'],
  ['empty', 'No image data in OpenAI response', 'an empty frame'],
  ['notimage', 'Invalid image type', 'anything but a picture'],
  ['toolarge', 'Image file size exceeds maximum limit', 'too big for our door'],
] as const

const action = 'counting green candles'

test('every failure of the provider is told, and the form keeps its wishes', { tag: '@desktop' }, async ({
  page,
  inspect,
}) => {
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
  await expect(page.getByRole('button', { name: 'Publish to Instacandle' })).toBeEnabled({ timeout: 30_000 })
})

test.describe('when the house refuses', () => {
  test.use({ expectedProblem: /Failed to load resource/ })

  test('the page says when to come back', async ({ page, inspect }) => {
    await open(page)
    await page.route('**/api/v1/jobs', (route) =>
      route.fulfill({
        status: 503,
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

test('a cancelled picture leads quietly back to the form', async ({ page, inspect }) => {
  await open(page)
  const scene = 'a quiet harbour [demo:slow:20]'
  await draw(page, scene)
  const cancel = page.getByRole('button', { name: 'Cancel' })
  await expect(cancel).toBeVisible()
  await inspect('waiting')
  await cancel.click()
  await expect(page.getByRole('button', { name: 'Generate Scene' })).toBeEnabled({ timeout: 2000 })
  await expect(page.getByRole('alert')).toBeHidden()
  await expect(page.getByLabel('Describe the scene')).toHaveValue(scene)
})

test.describe('when the picture is lost on its way', () => {
  test.use({ expectedProblem: /Failed to load resource/ })

  test('the page says so and fetches it again', { tag: '@desktop' }, async ({ page }) => {
    await open(page)
    await page.route('**/media/ai-generations/**', (route) => route.fulfill({ status: 503 }))
    await draw(page, 'a quiet harbour')
    await expect(page.getByRole('alert')).toContainText('Failed to download image. Please try again.', {
      timeout: 30_000,
    })
    await page.unroute('**/media/ai-generations/**')
    await page.getByRole('alert').getByRole('button').click()
    await expect(page.getByRole('button', { name: 'Publish to Instacandle' })).toBeEnabled()
  })
})

test('a reload while a picture is drawn goes on to the picture, and so does another tab', { tag: '@desktop' }, async ({
  page,
  context,
}) => {
  await open(page)
  const accepted = page.waitForResponse(/\/api\/v1\/jobs$/)
  await draw(page, 'a quiet harbour [demo:slow:4]')
  await accepted
  await expect(page.getByRole('progressbar')).toBeVisible()
  const other = await context.newPage()
  await other.goto('/ai')
  await page.reload()
  for (const tab of [page, other]) {
    await expect(tab.getByRole('button', { name: 'Publish to Instacandle' })).toBeEnabled({ timeout: 30_000 })
  }
  await other.getByRole('button', { name: 'Back to Form' }).click()
  await expect(other.getByLabel("What's McWick doing?")).toHaveValue(action)
  const third = await context.newPage()
  await third.goto('/ai')
  await expect(third.getByRole('button', { name: 'Generate Scene' })).toBeEnabled()
})

async function open(page: Page) {
  await page.goto('/ai')
  await page.getByLabel("What's McWick doing?").fill(action)
}

async function draw(page: Page, scene: string) {
  await page.getByLabel('Describe the scene').fill(scene)
  await page.getByRole('button', { name: 'Generate Scene' }).click()
}
