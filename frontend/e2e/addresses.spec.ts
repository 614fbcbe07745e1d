import type { APIRequestContext, Page } from '@playwright/test'
import { expect, test } from './support/test'

const long = { timeout: 100_000 }
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

test.use({ allowedProblem: /status of 404/ }) // of addresses that expired
test.slow() // a video is really made

/** Returns the id of the next job of a page. */
async function nextId(page: Page, path: RegExp): Promise<string> {
  const response = await page.waitForResponse((r) => path.test(r.url()) && r.request().method() === 'POST')
  return (await response.json()).id
}

/** Expects that an object is there for its own device at its address, in parts too, and that no cache keeps it. */
async function expectOpen(own: APIRequestContext, readAddress: () => Promise<string>) {
  await expect(async () => {
    const address = await readAddress() // which may expire before it is used
    const whole = await own.get(address)
    expect(whole.status(), address).toBe(200)
    expect(whole.headers()['cache-control']).toBe('private, no-store')
    const part = await own.get(address, { headers: { range: 'bytes=2-9' } })
    expect(part.status(), address).toBe(206)
    expect(await part.body()).toEqual((await whole.body()).subarray(2, 10))
  }).toPass({ timeout: 60_000 })
}

/** Expects that only its own device gets an object, and only at its whole address. */
async function expectClosed(own: APIRequestContext, others: APIRequestContext[], address: string, anotherName: string) {
  const [path, signature = ''] = address.split('?signature=')
  const [expiry, key, code = ''] = signature.split('.')
  const altered = code.startsWith('A') ? `B${code.slice(1)}` : `A${code.slice(1)}`
  const owner = { headers: { 'mcwick-access': 'owner' } }
  const responses = [
    ...others.map((other) => other.get(address)),
    own.get(path ?? ''),
    own.get(path ?? '', owner),
    own.get(`${path}?signature=`),
    own.get(`${path}?signature=${expiry}.${key}.${altered}`),
    own.get(`${path}?signature=${Number(expiry) + 600}.${key}.${code}`),
    own.get(`${path}?signature=${expiry}.other.${code}`),
    own.get(`/media/${anotherName}?signature=${signature}`),
  ]
  for (const response of await Promise.all(responses)) {
    expect(response.status(), response.url()).toBe(404)
    expect(response.headers()['cache-control'], response.url()).toBe('no-store')
  }
}

/** Waits until an address has expired. */
const expectExpired = (own: APIRequestContext, address: string) =>
  expect.poll(async () => (await own.get(address)).status()).toBe(404)

const read = async (own: APIRequestContext, path: string) => (await own.get(path)).json()

// Verifies ADDR-2, ADDR-3, ADDR-5, ADDR-8.
test('an unpublished picture is for its visitor alone, for as long as it is edited', async ({ page, browser }) => {
  const other = await browser.newContext()
  await other.request.get('/api/v1/sessions/current')
  const stranger = await browser.newContext() // without a cookie
  const others = [other.request, stranger.request]

  await page.goto('/ai')
  const made = nextId(page, /\/api\/v1\/jobs$/)
  await press(page, 'Generate Scene')
  await expect(page.getByRole('application', { name: 'Place the text' })).toBeVisible(long)
  const own = page.request
  const job = `/api/v1/jobs/${await made}`
  const { artwork } = await read(own, job)
  await expectOpen(own, async () => (await read(own, job)).artwork.address)
  await expectClosed(own, others, (await read(own, job)).artwork.address, `ai-generations/${crypto.randomUUID()}.png`)
  expect((await other.request.get(job)).status()).toBe(404)

  await expectExpired(own, artwork.address)
  await expect(page.getByRole('application', { name: 'Place the text' })).toBeVisible()
  await page.getByLabel('Your text').fill('STILL HERE')
  const downloading = page.waitForEvent('download')
  await press(page, 'Download')
  expect((await downloading).suggestedFilename()).toMatch(/\.png$/)
  await page.reload()
  await expect(page.getByRole('application', { name: 'Place the text' })).toBeVisible(long)
})

// Verifies ADDR-2, ADDR-5, ADDR-8, PFP-9.
test('a profile picture that expired can be saved, and is shown from a new address beside the next one', async ({
  page,
  browser,
}) => {
  const other = await browser.newContext()
  await other.request.get('/api/v1/sessions/current')
  await page.goto('/pfp')
  for (const name of ['Pastel Pink', 'Blue Flame', 'Silver Candle', 'Crown', 'Diamond Hands'])
    await page.getByText(name, { exact: true }).click()
  const made = nextId(page, /\/api\/v1\/jobs$/)
  await press(page, 'Generate PFP')
  await expect(page.getByRole('img', { name: /^Your profile picture/ })).toBeVisible(long)
  const job = `/api/v1/jobs/${await made}`
  const { artwork } = await read(page.request, job)
  expect((await other.request.get(artwork.address)).status()).toBe(404)
  expect((await other.request.get(`/media/${artwork.objectName}`)).status()).toBe(404)
  await expectExpired(page.request, artwork.address)
  const downloading = page.waitForEvent('download')
  await press(page, 'Download')
  expect((await downloading).suggestedFilename()).toBe('mcwick-pfp.png') // the bytes are in the page
  await press(page, 'Regenerate')
  await expect(page.getByRole('img', { name: 'The picture before' })).toBeVisible(long)
})

// Verifies ADDR-2, ADDR-5, ADDR-7, ADDR-8.
test('speech and video are for their visitor alone until the video is shared', async ({ page, browser }) => {
  const other = await browser.newContext()
  await other.request.get('/api/v1/sessions/current')
  const stranger = await browser.newContext()
  const others = [other.request, stranger.request]
  const own = page.request

  await page.goto('/bictok')
  await press(page, 'Skip to Audio')
  const spoken = nextId(page, /\/api\/v1\/jobs$/)
  await press(page, 'Generate Audio')
  await expect(page.locator('audio')).toBeVisible(long)
  const speechPath = `/api/v1/speeches/${(await read(own, `/api/v1/jobs/${await spoken}`)).speech.id}`
  for (const part of ['address', 'captionsAddress']) {
    await expectOpen(own, async () => (await read(own, speechPath))[part])
    await expectClosed(own, others, (await read(own, speechPath))[part], `speech/${crypto.randomUUID()}.mp3`)
  }
  const filmed = nextId(page, /\/api\/v1\/videos$/)
  await press(page, 'Generate Video')
  await expect(page.getByRole('button', { name: 'Share' })).toBeVisible({ timeout: 240_000 })
  const videoPath = `/api/v1/videos/${await filmed}`
  for (const part of ['address', 'captionsAddress', 'posterAddress']) {
    await expectOpen(own, async () => (await read(own, videoPath))[part])
    await expectClosed(own, others, (await read(own, videoPath))[part], `videos/${crypto.randomUUID()}.mp4`)
  }

  for (const [kind, path] of [
    ['audio', speechPath],
    ['video', videoPath],
  ] as const) {
    const player = page.locator(kind)
    const source = player.locator('source')
    const { address } = await read(own, path) // the browser keeps what it loaded at others
    await expectExpired(own, address)
    await source.evaluate((element: HTMLSourceElement, address) => {
      element.src = address
      ;(element.parentElement as HTMLMediaElement).load()
    }, address)
    await expect(source, `the ${kind} goes on from a new address`).not.toHaveAttribute('src', address)
    await expect.poll(() => player.evaluate((media: HTMLMediaElement) => media.readyState)).toBeGreaterThan(0)
    await player.evaluate((media: HTMLMediaElement) => {
      media.currentTime = 3
    })
    await expect
      .poll(() => player.evaluate((media: HTMLMediaElement) => (media.seeking ? 0 : media.currentTime)))
      .toBe(3)
  }
  await expectExpired(own, (await page.locator('video source').getAttribute('src')) ?? '')
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download' }).click()
  expect((await downloading).suggestedFilename()).toBe('bictok-video.mp4')

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const video = await read(own, videoPath)
  const speech = await read(own, speechPath)
  await press(page, 'Share')
  await expect(page.getByRole('link', { name: 'See its page' })).toBeVisible()
  const shared = await read(stranger.request, `/api/v1/shared-videos/${video.id}`)
  expect(JSON.stringify(shared)).not.toContain(speech.id)
  for (const name of [shared.objectName, shared.captionsObjectName, shared.posterObjectName])
    expect((await stranger.request.get(`/media/${name}`)).status(), name).toBe(200)
  for (const name of [speech.objectName, speech.captionsObjectName])
    expect((await stranger.request.get(`/media/${name}`)).status(), name).toBe(404)
})
