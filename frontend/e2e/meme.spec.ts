import { differenceToCanvas } from './support/canvas-difference'
import { expectAfterReload } from './support/publish'
import { holdRequests } from './support/states'
import { expect, test } from './support/test'
import { captureTrace, expectJourney } from './support/trace'

// Verifies TEXT-10, PUB-1, PUB-2, PUB-12, OBS-1.
test('a meme is generated, published and liked', async ({ page, request, inspect }) => {
  const caption = `Wax report ${Date.now()}`

  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'McWick', exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Make a meme' }).click()

  const generate = page.getByRole('button', { name: 'Generate Scene' })
  await expect(generate).toBeEnabled()
  await inspect('form')
  const release = await holdRequests(page, '**/api/v1/jobs/*/events') // the picture is not there before its progress is seen
  const making = await captureTrace(page, 'POST', /\/api\/v1\/jobs$/, () => generate.click())
  await expect(page.getByRole('progressbar')).toBeVisible()
  release()

  const publish = page.getByRole('button', { name: 'Publish to Instacandle' })
  await expect(publish).toBeEnabled()
  await page.getByLabel('Your text').fill('GREEN CANDLES\nFOR ALL, BROH!')
  for (let step = 0; step < 9; step++) await page.getByRole('button', { name: 'Larger text' }).click()
  for (let step = 0; step < 30; step++) await page.getByRole('button', { name: 'Move up' }).click()
  await page.getByRole('button', { name: 'Turn left' }).click()
  await page.getByLabel('Font').selectOption('Bangers')
  await page.getByLabel('Colour').fill('#ffc24a')
  await expect(page.getByRole('img', { name: /FOR ALL, BROH!$/ })).toBeVisible()
  await page.getByRole('application', { name: 'Place the text' }).press('Shift+ArrowLeft')
  await expect(page.getByText('Text 1: 462 across, 212 down, size 84, turned 345 degrees')).toBeAttached()

  const second = page.getByRole('tab', { name: 'Text 2' })
  await page.getByRole('button', { name: 'Add text' }).click()
  await expect(second).toHaveAttribute('aria-selected', 'true')
  await inspect('editor')
  await page.keyboard.press('Control+z')
  await expect(second).toBeHidden()
  await page.getByRole('button', { name: 'Redo' }).click()
  await page.getByRole('button', { name: 'Remove text 2' }).click()
  await expect(second).toBeHidden()
  await page.getByRole('button', { name: 'Add text' }).click()
  await page.getByLabel('Your text').fill('SINCERELY, A CANDLE')

  await publish.click()
  const dialog = page.getByRole('dialog', { name: 'Publish to Instacandle' })
  await expect(dialog.getByRole('img', { name: 'This is what will hang on the wall' })).toBeVisible()
  await dialog.getByLabel('Your Handle').fill('@wickwatcher')
  await dialog.getByLabel('Caption').fill(caption)
  await inspect('dialog')
  const response = page.waitForResponse(/\/publications$/)
  const publishing = await captureTrace(page, 'POST', /\/publications$/, () =>
    dialog.getByRole('button', { name: 'Publish', exact: true }).click(),
  )
  await expect(page.getByRole('button', { name: 'Published to Gallery!' })).toBeDisabled()
  await inspect('published')
  const { objectName } = await (await response).json()
  expect(await differenceToCanvas(page, `/media/${objectName}`), 'what is published is what was seen').toBeLessThan(
    0.001,
  )

  await page.getByRole('link', { name: 'See it on the wall' }).click()
  const card = page.getByRole('article').filter({ hasText: caption })
  await expectAfterReload(card)
  await expect(card.getByText('@wickwatcher')).toBeVisible()
  const picture = card.getByRole('img').first()
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0))
    .toBe(true) // how wide depends on the screen
  await inspect('gallery')

  // No other visitor asks for this list: one that others read is the gateway's answer for a second.
  await page.getByRole('button', { name: 'Sort and search' }).click()
  await page.getByRole('searchbox').fill(caption)
  const opening = await captureTrace(page, 'GET', /\/api\/v1\/images\?/, () =>
    page.getByRole('searchbox').press('Enter'),
  )
  await expect(page.getByRole('article')).toHaveCount(1)

  const liked = page.waitForResponse(/\/like$/)
  const liking = await captureTrace(page, 'PUT', /\/like$/, () => card.getByRole('button', { name: /^Like/ }).click())
  await expect(card.getByRole('button', { name: 'You like this picture, 1 in all' })).toBeDisabled()
  await liked // the page tells it at once; the reloaded one asks what this visitor likes
  await expectAfterReload(card.getByRole('button', { name: 'You like this picture, 1 in all' }))

  await expectJourney(request, 'make a picture', making)
  await expectJourney(request, 'publish', publishing)
  await expectJourney(request, 'open the gallery', opening)
  await expectJourney(request, 'like a picture', liking)
})
