import { silent } from './support/states'
import { expect, test } from './support/test'

// Verifies HOME-9.
test('a page says after ten seconds that nobody answers', async ({ page, request }) => {
  const { images } = await (await request.get('/api/v1/images?type=meme')).json()
  await page.clock.install()
  await silent('**/api/v1/**')(page)
  for (const [path, waits, says] of [
    ['/', 'Fetching the latest memes', 'Failed to load images'],
    ['/gallery', 'Lighting the gallery', 'The gallery does not answer right now.'],
    [`/gallery/${images[0].id}`, 'Lighting the gallery', 'The gallery does not answer right now'],
    ['/wall', 'Lighting the hall', 'The wall does not answer right now.'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByText(waits)).toBeVisible()
    await expect(page.getByText(says)).toBeHidden()
    await page.clock.fastForward('00:11')
    await expect(page.getByText(says)).toBeVisible()
    await expect(page.locator('.mc-spinner')).toHaveCount(0)
  }
})
