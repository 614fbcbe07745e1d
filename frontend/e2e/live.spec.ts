import type { Page } from '@playwright/test'
import { publish, publishToList } from './support/publish'
import { expect, test } from './support/test'

const stream = '/api/v1/gallery/events'
const newPictures = (page: Page) => page.getByRole('button', { name: /^\d+ new$/ })
const cardOf = (page: Page, caption: string) => page.getByRole('article').filter({ hasText: caption })

/** Opens a page and waits until it hears of changes. */
async function openLive(page: Page, path: string) {
  const opened = page.waitForResponse((response) => response.url().includes(stream) && response.ok())
  await page.goto(path)
  await opened
}

// Verifies LIVE-1, LIVE-2.
test('a new picture is announced, and moves nothing until it is asked for', {
  tag: '@both',
}, async ({ page, request, inspect }) => {
  const caption = `Just lit ${Date.now()}`
  await openLive(page, '/gallery')
  const href = await page.getByRole('article').first().getByRole('link').first().getAttribute('href')
  const first = page.locator('.gallery-card', { has: page.locator(`[href="${href}"]`) }) // also when another test takes it down
  await first.scrollIntoViewIfNeeded()
  await page.evaluate(() => scrollTo(0, 300))
  const label = await first.locator('img').first().getAttribute('alt')
  const place = await first.boundingBox()
  await publish(request, caption)
  const published = Date.now()
  await expect(newPictures(page)).toBeVisible()
  console.log('announced after', Date.now() - published, 'ms')
  expect(await first.boundingBox()).toEqual(place)
  expect(await first.locator('img').first().getAttribute('alt')).toBe(label)
  await expect(page.getByRole('status').filter({ hasText: /^\d+ new$/ })).toBeAttached()
  await inspect('new pictures')
  await expect(async () => {
    // what is announced may be of another test, and come first
    if (await newPictures(page).isVisible()) await newPictures(page).press('Enter', { timeout: 3000 })
    await expect(cardOf(page, caption)).toBeVisible({ timeout: 5000 })
  }).toPass()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  await expect(page.getByRole('main')).toBeFocused()
  await expect(async () => {
    if (await newPictures(page).isVisible()) await newPictures(page).press('Enter') // another test has published one
    await expect(newPictures(page)).toBeHidden({ timeout: 3000 })
  }).toPass()
})

// Verifies LIVE-3.
test('likes of others are counted on the list, the picture and the landing page', async ({
  page,
  request,
  browser,
}) => {
  const caption = `Liked from afar ${Date.now()}`
  const { id } = await publishToList(request, caption)
  const picture = await browser.newPage()
  const home = await browser.newPage()
  await home.route('**/api/v1/images?type=meme*', async (route) => {
    // it shows the two newest ones, which may be of other tests
    const image = await (await request.get(`/api/v1/images/${id}`)).json()
    await route.fulfill({ json: { images: [image], nextCursor: '' } })
  })
  await openLive(page, '/gallery')
  await openLive(picture, new URL(`/gallery/${id}`, page.url()).href)
  await openLive(home, new URL('/', page.url()).href)
  const liked = home.getByRole('listitem').filter({ has: home.locator(`img[src*="${id}"]`) })
  await expect(liked).toBeVisible()
  expect((await request.put(`/api/v1/images/${id}/like`)).status()).toBe(200)
  await expect(cardOf(page, caption).getByRole('button', { name: 'Like this picture, 1 so far' })).toBeVisible()
  await expect(picture.getByRole('button', { name: 'Like this picture, 1 so far' })).toBeVisible()
  await expect(liked.getByText(/^1 likes$/)).toBeVisible()
  await picture.close()
  await home.close()
})

// Verifies LIVE-2.
test('a withdrawn picture goes from the list, and its page says so', async ({ page, request, browser }) => {
  const caption = `Gone soon ${Date.now()}`
  const { id } = await publishToList(request, caption)
  const picture = await browser.newPage()
  await openLive(page, '/gallery')
  await openLive(picture, new URL(`/gallery/${id}`, page.url()).href)
  await expect(cardOf(page, caption)).toBeVisible()
  expect((await request.delete(`/api/v1/publications/${id}`)).ok()).toBe(true)
  await expect(cardOf(page, caption)).toBeHidden()
  await expect(picture.getByRole('heading', { name: 'That picture isn’t on our wall, broh.' })).toBeVisible()
  await picture.close()
})

test.describe('without streams', () => {
  test.use({ allowedProblem: /status of 503/ })

  // Verifies LIVE-7.
  test('a page polls, and hears of new pictures all the same', async ({ page, request }) => {
    await page.route(`**${stream}*`, (route) => route.fulfill({ status: 503 }))
    const refused = page.waitForResponse((response) => response.url().includes(stream))
    await page.goto('/gallery')
    await refused
    await publish(request, `Heard by polling ${Date.now()}`)
    await expect(newPictures(page)).toBeVisible({ timeout: 90_000 })
  })
})
