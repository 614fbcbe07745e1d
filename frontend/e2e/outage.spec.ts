import { expectDownloadMarked, expectServedMarked } from './support/marked'
import { draw, write } from './support/states'
import { expect, test } from './support/test'

// Verifies AI-9.
test('when every model fails, the composer draws and the page says so', { tag: '@both' }, async ({ page, inspect }) => {
  await page.goto('/ai')
  await draw('[demo:500]')(page)
  await expect(page.getByText('Drawn by the candle, not by AI')).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText('The AI is away or burnt its budget, so the candle drew this itself')).toBeVisible()
  await inspect('composed')
})

// Verifies AI-9.
test('what AI made says so, on the page and in its files', async ({ page }) => {
  await page.goto('/ai')
  const answering = page.waitForResponse(/\/media\/ai-generations\//)
  await write('gm')(page)
  await expect(page.getByText('Made with AI')).toBeVisible()
  await expectDownloadMarked(page, 'compositeWithTrainedAlgorithmicMedia', 'McWick')
  await expectServedMarked(page, (await answering).url(), 'trainedAlgorithmicMedia', 'McWick')
})
