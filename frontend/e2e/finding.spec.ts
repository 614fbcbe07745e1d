import { readWithCard } from './support/card'
import { expectPublic, publish } from './support/publish'
import { clickButton, logIn } from './support/states'
import { expect, test } from './support/test'

const word = () => `wick${crypto.randomUUID().slice(0, 8)}`

// Verifies FIND-22, FIND-4.
test('a picture is found by its caption, and the search is in the address', { tag: '@both' }, async ({
  page,
  request,
  inspect,
}) => {
  const searched = word()
  const caption = `${searched} on a boat`
  const { id } = await publish(request, caption)
  const found = async () =>
    (await (await request.get(`/api/v1/images?type=meme&query=${searched}`)).json()).images?.length
  await expect.poll(found).toBe(1) // published a moment ago
  await page.goto('/gallery')
  await clickButton('Sort and search')(page)
  await inspect('the open search')
  const search = page.getByRole('searchbox')
  await search.fill(searched)
  await search.press('Enter')
  await expect(page).toHaveURL(/[?&]q=wick/)
  await expect(page.getByText(caption)).toHaveCount(1)
  await expect(page.getByRole('article')).toHaveCount(1)
  await page.reload()
  await expect(page.getByRole('searchbox')).toHaveValue(/^wick/)
  await expect(page.locator(`[href="/gallery/${id}"]`)).toBeVisible()
  await clickButton('Show everything')(page)
  await expect(page).toHaveURL(/\/gallery\?type=meme$/)
  await expect.poll(() => page.getByRole('article').count()).toBeGreaterThan(3)
})

// Verifies FIND-22, FIND-1.
test('the most liked pictures come first when they are asked for', async ({ page, request }) => {
  const { id } = await publish(request, word())
  await expectPublic(request, id)
  const likes = await (await request.get('/api/v1/images?sort=day&pageSize=1')).json()
  expect(await (await request.put(`/api/v1/images/${id}/like`)).json()).toEqual({ likes: 1 })
  await page.goto('/gallery?sort=day')
  await expect(page.getByRole('combobox', { name: 'Sort by' })).toHaveValue('day')
  await expect(async () => {
    await page.reload()
    const cards = page.getByRole('article')
    await expect(cards.first()).toBeVisible()
    const labels = await cards.getByRole('button', { name: /like/i }).evaluateAll((all) => all.map((b) => b.ariaLabel))
    const counts = labels.map((label) => Number(/\d+/.exec(label ?? '')?.[0]))
    expect(counts, 'most liked first').toEqual(counts.toSorted((a, b) => b - a))
    if (likes.images[0]?.likes <= 1) expect(await page.locator(`[href="/gallery/${id}"]`).count()).toBe(1)
  }).toPass({ intervals: [1000], timeout: 60_000 })
})

// Verifies FIND-20, FIND-10.
test('the arrow keys and a swipe lead through the gallery', { tag: '@both' }, async ({ page, isMobile, inspect }) => {
  await page.goto('/gallery')
  await page.getByRole('article').nth(5).getByRole('link').first().click()
  const older = page.getByRole('link', { name: 'Older picture' })
  await expect(older).toBeVisible()
  await inspect('a picture with its neighbors')
  const [from, to] = [page.url(), await older.getAttribute('href')]
  if (isMobile) await older.tap()
  else await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL(new RegExp(`${to}$`))
  const newer = page.getByRole('link', { name: 'Newer picture' })
  await expect(newer).toBeVisible()
  if (isMobile) await newer.tap()
  else await page.keyboard.press('ArrowLeft')
  await expect(page).toHaveURL(from)
})

// Verifies PROF-4, FIND-6, FIND-8.
test('a picture signed with a key leads to its author’s profile, which can be private', {
  tag: '@both',
}, async ({ page, inspect }) => {
  await page.goto('/verse')
  await logIn(page)
  const { user } = await (await page.request.get('/api/v1/sessions/current')).json()
  const { id } = await publish(page.request, word(), user.xHandle)
  await expectPublic(page.request, id)
  await page.goto(`/gallery/${id}`)
  await expect(page.getByRole('img', { name: 'Signed with their key' })).toBeVisible()
  await inspect('a sealed picture')
  await expect(page.getByRole('button', { name: 'Take it down' })).toBeVisible()
  await page.getByRole('heading', { level: 1 }).getByRole('link').click()
  await expect(page).toHaveURL(new RegExp(`/${user.xHandle}$`))
  await expect(page.getByRole('heading', { level: 1, name: user.xHandle })).toBeVisible()
  await expect(page.getByText(/^Burning since/)).toBeVisible()
  await expect(page.locator(`[href="/gallery/${id}"]`)).toBeVisible()
  await inspect('a profile')

  const change = { headers: { 'content-type': 'application/json' }, data: { xHandle: user.xHandle, isPrivate: true } }
  expect((await page.request.patch('/api/v1/profile', change)).status()).toBe(200)
  await expect.poll(async () => (await page.request.get(`/api/v1/profiles/${user.xHandle}`)).status()).toBe(404)
  const figures = async () => (await page.request.get(`/api/v1/authors/${user.xHandle}`)).status()
  await expect.poll(figures).toBe(404)
})

test.describe('an unknown handle', () => {
  test.use({ allowedProblem: /status of 404/ })

  // Verifies PROF-3.
  test('has no profile', async ({ page, inspect }) => {
    const response = await page.goto('/@nobody_has_this_one')
    expect(response?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: 'Nobody burns under that handle, broh.' })).toBeVisible()
    await inspect('no profile')
  })
})

// Verifies CARD-2, CARD-4.
test('every page has a card with a picture of the documented size', async ({ page, request }) => {
  const { images } = await (await request.get('/api/v1/images?pageSize=100')).json()
  const picture = images.at(-1) // no other test takes it down
  await page.goto('/')
  for (const path of ['/', '/gallery', '/ai', '/wall', '/picks', '/lore', '/bictok', `/gallery/${picture.id}`]) {
    const html = await readWithCard(request, path, { accept: 'text/html' })
    const address = /<meta property="og:image" content="([^"]+)"/.exec(html)?.[1] ?? ''
    const response = await request.get(address)
    expect(response.status(), `${path}: ${address}`).toBe(200)
    expect(response.headers()['content-type']).toBe('image/jpeg')
    const bytes = await response.body()
    expect(bytes.length, 'WhatsApp takes 300 kB').toBeLessThan(300_000)
    const size = await page.evaluate(async (src) => {
      const image = Object.assign(new Image(), { src })
      await image.decode()
      return [image.naturalWidth, image.naturalHeight]
    }, new URL(address).pathname)
    expect(size).toEqual([1200, 630])
  }
})
