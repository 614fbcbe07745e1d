import { expect, test } from './support/test'

test.use({ allowedProblem: /Failed to load resource/ })

test('the preview is approximate while text layouts fail, and exact afterwards', async ({ page, inspect }) => {
  const requests: string[] = []
  page.on('request', (request) => request.url().endsWith('/text-layouts') && requests.push(request.postData() ?? ''))
  await page.route('**/api/v1/text-layouts', (route) =>
    route.fulfill({
      status: 503,
      headers: { 'content-type': 'application/problem+json' },
      body: JSON.stringify({ code: 'UNAVAILABLE', detail: 'Later.' }),
    }),
  )
  await page.goto('/ai')
  await page.getByLabel('Choose Art Style').selectOption('Digital Art')
  await page.getByRole('button', { name: 'Generate Scene' }).click()
  const near = page.getByText('This preview is near, not exact')
  await expect(near).toBeVisible()
  await expect(page.getByRole('button', { name: 'Publish to Instacandle' })).toBeEnabled()
  await inspect('near')

  await page.unroute('**/api/v1/text-layouts')
  await expect(near).toBeHidden()

  await test.step('position, rotation, color and size request no further layout', async () => {
    const before = requests.length
    for (const name of ['Move up', 'Turn left', 'Larger text', 'Larger text']) {
      await page.getByRole('button', { name }).click()
    }
    await page.getByLabel('Colour').fill('#ffc24a')
    const download = page.waitForEvent('download') // waits for what is under way
    await page.getByRole('button', { name: 'Download' }).click()
    expect((await download).suggestedFilename()).toBe('mcwick-meme.png')
    expect(requests.slice(before)).toEqual([])
  })
})
