import { generateMeme, openEditor } from './support/states'
import { expect, test } from './support/test'
import { expectDownloadSource, expectFileSource } from './support/xmp'

// Verifies AI-9.
test('the composer draws when every model fails, and the page says so', { tag: '@both' }, async ({ page, inspect }) => {
  await page.goto('/ai')
  await generateMeme('[demo:500]')(page)
  await expect(page.getByText('Drawn by the candle, not by AI')).toBeVisible()
  await expect(page.getByText('The AI is away or burnt its budget, so the candle drew this itself')).toBeVisible()
  await inspect('composed')
})

// Verifies AI-9.
test('an artwork by AI is labeled on the page and in its files', async ({ page }) => {
  await page.goto('/ai')
  const response = page.waitForResponse(/\/media\/ai-generations\//)
  await openEditor('gm')(page)
  await expect(page.getByText('Made with AI')).toBeVisible()
  await expectDownloadSource(page, 'compositeWithTrainedAlgorithmicMedia', 'McWick')
  await expectFileSource(page, (await response).url(), 'trainedAlgorithmicMedia', 'McWick')
})
