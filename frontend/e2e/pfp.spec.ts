import type { Locator, Page } from '@playwright/test'
import { tabTo } from './support/input'
import { expectAfterReload } from './support/publish'
import { expect, test } from './support/test'
import { captureTrace, expectJourney } from './support/trace'

const colors = ['Pastel Pink', 'Blue Flame', 'Silver Candle']
const drip = ['Crown', 'Diamond Hands']

// Verifies PFP-9.
test('a profile picture is generated and published', async ({ page, request, inspect }) => {
  await page.goto('/pfp')
  const generate = page.getByRole('button', { name: 'Generate PFP' })
  await expect(generate).toBeDisabled()
  await expect(page.getByText('Still needs a color: Background, Flame Color, Base.')).toBeVisible()
  await inspect('pfp-empty')
  await pick(page, ...colors, 'Crown')
  await expect(page.getByText('Still needs 1 more drip.')).toBeVisible()
  await expect(generate).toBeDisabled()
  await pick(page, 'Diamond Hands')
  await expect(
    page.getByRole('img', { name: 'Sketch: Pastel Pink, Blue Flame, Silver Candle, Crown, Diamond Hands' }),
  ).toBeVisible()
  await inspect('pfp-picked')

  const making = await captureTrace(page, 'POST', /\/api\/v1\/jobs$/, () => generate.click())
  const picture = page.getByRole('img', { name: /^Your profile picture: Pastel Pink/ })
  await expect(picture).toBeVisible()
  await inspect('pfp-result')
  const first = await pixelsOf(picture)
  await page.getByRole('button', { name: 'Regenerate' }).click()
  await expect(page.getByText('The one before')).toBeVisible()
  await expect.poll(() => pixelsOf(page.getByRole('img', { name: 'The picture before' }))).toBe(first)
  expect(await pixelsOf(picture)).not.toBe(first)
  await inspect('pfp-two')
  await page.reload()
  await expect(page.getByText('The one before')).toBeVisible()

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  expect((await downloading).suggestedFilename()).toBe('mcwick-pfp.png')

  const caption = `Wax portrait ${Date.now()}`
  await page.getByRole('button', { name: 'Publish to InstaCandle' }).click()
  const dialog = page.getByRole('dialog', { name: 'Publish to InstaCandle' })
  await dialog.getByLabel('Signature').fill('@wickwatcher')
  await dialog.getByLabel('Caption').fill(caption)
  await inspect('pfp-dialog')
  const publishing = await captureTrace(page, 'POST', /\/publications$/, () =>
    dialog.getByRole('button', { name: 'Publish', exact: true }).click(),
  )
  await expect(page.getByRole('heading', { name: 'McPFP Published!' })).toBeVisible()
  await expect(page.getByText('Your PFP has been added to the McWick gallery')).toBeVisible()
  await inspect('pfp-published')
  const own = (await page.getByRole('link', { name: 'Open picture' }).getAttribute('href')) ?? ''
  await page.getByRole('link', { name: 'View in Gallery' }).click()
  await expect(page).toHaveURL(/\/gallery\?type=pfp$/)
  const card = page.getByRole('article').filter({ hasText: caption })
  await expectAfterReload(card)
  await expect(card.getByText('@wickwatcher')).toBeVisible()
  await expect(card.getByText('McPFP')).toBeVisible()

  await page.goto(own)
  await expect(page.getByText(caption)).toBeVisible()
  await expect(page).toHaveTitle(`${caption} · McWick`)

  await test.step('in this tab it stays, with its sheet, and a new tab starts anew', async () => {
    await page.goto('/pfp')
    await expect(page.getByRole('heading', { name: 'McPFP Published!' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Open picture' })).toHaveAttribute('href', own)
    const tab = await page.context().newPage()
    await tab.addInitScript(() => localStorage.setItem('mcwick.earlyAccess', 'true'))
    await tab.goto('/pfp')
    await expect(tab.getByRole('radio', { name: 'Crown' })).not.toBeChecked()
    await tab.close()
  })
  await expectJourney(request, 'make a profile picture', making)
  await expectJourney(request, 'publish', publishing)
})

/** Returns what an image shows, small, as a URL of its data. */
function pixelsOf(picture: Locator): Promise<string> {
  return picture.evaluate((image: HTMLImageElement) => {
    const canvas = document.createElement('canvas')
    canvas.width = canvas.height = 64
    canvas.getContext('2d')?.drawImage(image, 0, 0, 64, 64)
    return canvas.toDataURL()
  })
}

test('a profile picture is made by keyboard', async ({ page }) => {
  await page.goto('/pfp')
  const choose = async (group: string, steps: number) => {
    await tabTo(page, page.getByRole('group', { name: group }).getByRole('radio').first())
    for (let step = 0; step < steps; step++) await page.keyboard.press('ArrowRight')
    if (steps === 0) await page.keyboard.press('Space')
  }
  await choose('Background', 0)
  await choose('Flame Color', 1)
  await choose('Base', 2)
  const optional = async (group: string) => {
    await tabTo(page, page.getByRole('group', { name: group }).getByRole('radio', { name: 'None' }))
    await page.keyboard.press('ArrowRight')
  }
  await optional('Expression')
  await optional('Headwear')
  await tabTo(page, page.getByRole('button', { name: 'Generate PFP' }))
  await page.keyboard.press('Enter')
  await expect(
    page.getByRole('img', {
      name: /^Your profile picture: Pastel Blue, Green Flame, Diamond Candle, Confident Grin, Crown$/,
    }),
  ).toBeVisible()
  await tabTo(page, page.getByRole('button', { name: 'Publish to InstaCandle' }))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('button', { name: 'Publish', exact: true }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'McPFP Published!' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'View in Gallery' })).toBeFocused()
})

test('sketch and button stay visible on a phone', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/pfp')
  for (const option of [...colors, ...drip]) {
    await page.getByText(option, { exact: true }).tap()
    await expect(page.getByRole('img', { name: new RegExp(`^Sketch: .*${option}`) })).toBeInViewport({ ratio: 0.9 })
    await expect(page.getByRole('button', { name: 'Generate PFP' })).toBeInViewport({ ratio: 1 })
  }
  await page.getByRole('button', { name: 'Generate PFP' }).tap()
  await expect(page.getByRole('button', { name: 'Regenerate' })).toBeVisible()
})

test.describe('when the provider refuses', () => {
  test.use({ allowedProblem: /Failed to load resource/ })

  test('the page shows the reason, keeps the traits and retries', async ({ page, inspect }) => {
    await page.goto('/pfp')
    await pick(page, ...colors, ...drip)
    await page.route('**/api/v1/jobs', (route) =>
      route.fulfill({
        status: 429,
        headers: { 'content-type': 'application/problem+json', 'retry-after': '240' },
        body: JSON.stringify({ code: 'QUEUE_FULL', detail: 'Later.' }),
      }),
    )
    await page.getByRole('button', { name: 'Generate PFP' }).click()
    await expect(page.getByRole('alert')).toContainText('Failed to generate PFP')
    await expect(page.getByRole('alert')).toContainText('come back in 4 min.')
    await inspect('pfp-failed')
    await page.unroute('**/api/v1/jobs')
    await page.getByRole('button', { name: 'Try Again' }).click()
    await expect(page.getByRole('button', { name: 'Regenerate' })).toBeVisible()

    await page.route('**/publications', (route) => route.fulfill({ status: 503, body: '' }))
    await page.getByRole('button', { name: 'Publish to InstaCandle' }).click()
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    const alert = page.getByRole('alertdialog')
    await expect(alert).toContainText('Failed to publish PFP')
    await inspect('pfp-not-published')
    await alert.getByRole('button', { name: 'OK' }).click()
    await expect(page.getByLabel('Caption')).toBeVisible()
  })
})

test('a pending job is resumed in another tab and after a reload', async ({ page, context, inspect }) => {
  await page.goto('/pfp')
  await pick(page, ...colors, ...drip)
  // What tells of the job is blocked, so that it stays pending in the page.
  const progress = /\/api\/v1\/jobs\/[^/]+(\/events)?$/
  await context.route(progress, () => undefined)
  await page.getByRole('button', { name: 'Generate PFP' }).click()
  await expect(page.getByRole('progressbar')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Generating...' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeVisible()
  await inspect('pfp-waiting')
  const other = await context.newPage()
  await other.goto('/pfp')
  await expect(other.getByRole('progressbar')).toBeVisible()
  await context.unroute(progress)
  await other.reload()
  await expect(other.getByRole('button', { name: 'Regenerate' })).toBeVisible()
  await other.getByRole('button', { name: 'Back to Traits' }).click()
  await expect(other.getByRole('radio', { name: 'Crown' })).not.toBeChecked()
})

async function pick(page: Page, ...options: string[]) {
  for (const option of options) await page.getByText(option, { exact: true }).click()
}
