import { hangRequests } from './support/states'
import { expect, test } from './support/test'

// Verifies HOME-9.
test('pages show an error after ten seconds without a response', async ({ page, request }) => {
  const { images } = await (await request.get('/api/v1/images?type=meme&pageSize=100')).json()
  await page.clock.install()
  await hangRequests('**/api/v1/**')(page)
  for (const [path, loading, failed] of [
    ['/', 'Fetching the latest memes', 'Failed to load images'],
    ['/gallery', 'Lighting the gallery', 'The gallery does not answer right now.'],
    [`/gallery/${images.at(-1).id}`, 'Lighting the gallery', 'The gallery does not answer right now'],
    ['/wall', 'Lighting the hall', 'The wall does not answer right now.'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByText(loading)).toBeVisible()
    await expect(page.getByText(failed)).toBeHidden()
    await page.clock.fastForward('00:11')
    await expect(page.getByText(failed)).toBeVisible()
    await expect(page.locator('.mc-spinner')).toHaveCount(0)
  }
})
