import type { Page } from '@playwright/test'
import { playToTheEnd } from './support/play'
import { logIn } from './support/states'
import { expect, test } from './support/test'
import { captureTrace, expectJourney } from './support/trace'
import { expectFileSource } from './support/xmp'

const long = { timeout: 100_000 }
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

test.slow() // the video is really made

// Verifies BICTOK-19, VIDEO-11, VIDEO-12, VIDEO-13, VIDEO-14, OBS-1, AFTER-12.
test('a prompt becomes a video that another visitor watches', async ({ page, browser, request, inspect }) => {
  await page.goto('/verse')
  await logIn(page)
  const { user } = await (await page.request.get('/api/v1/sessions/current')).json()
  await page.goto('/bictok')
  await page.getByLabel('Script Prompt').fill('a haunted lighthouse that smells of fresh gas fees')
  await page.getByText('Minecraft', { exact: true }).click()
  const writing = await captureTrace(page, 'POST', /\/api\/v1\/jobs$/, () => press(page, 'Generate Script'))
  await expect(page.getByRole('heading', { name: 'Your script' })).toBeVisible(long)
  const story = (await page.locator('.bictok-script').textContent()) ?? ''
  expect(story.split(/\s+/).length).toBeGreaterThanOrEqual(75)

  const showing = captureTrace(page, 'GET', /\/api\/v1\/speeches\//, async () => undefined)
  const speechTrace = await captureTrace(page, 'POST', /\/api\/v1\/jobs$/, () => press(page, 'Generate Audio'))
  await expect(page.locator('audio')).toBeVisible(long)
  await page.locator('audio').evaluate((audio: HTMLAudioElement) => audio.play())
  const highlighted = page.locator('.bictok-script mark')
  await expect(highlighted).toBeVisible()
  expect(story).toContain(await highlighted.textContent())
  await page.locator('audio').evaluate((audio: HTMLAudioElement) => audio.pause())
  await inspect('bictok-voice')

  await page.route('**/api/v1/videos/*/events', () => undefined) // it is not done before its progress is seen
  const videoTrace = await captureTrace(page, 'POST', /\/api\/v1\/videos$/, () => press(page, 'Generate Video'))
  await expect(page.getByText('Generating video...').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeVisible() // it is accepted
  const mayLeave = page.getByText(/^Wander off if you like, broh/)
  await expect(mayLeave).toBeVisible()
  await page.unroute('**/api/v1/videos/*/events')
  await page.reload() // the video goes on without us, and a fast machine may have finished it
  await expect(mayLeave.or(page.getByRole('button', { name: 'Share' }))).toBeVisible()
  await page.goto('/lore')
  await page.goBack()
  await expect(page.getByRole('button', { name: 'Share' })).toBeVisible({ timeout: 240_000 })
  await playToTheEnd(page)
  await expectRangeRequests(page)
  await expect(page.getByText('Made with AI'), 'the sound and the video').toHaveCount(2)
  const sourceOf = async (kind: string) => (await page.locator(`${kind} source`).getAttribute('src')) ?? ''
  await expectFileSource(page, await sourceOf('audio'), 'trainedAlgorithmicMedia', 'McWick')
  await expectFileSource(page, await sourceOf('video'), 'compositeWithTrainedAlgorithmicMedia', 'McWick')
  await inspect('bictok-video')

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await expect(page.getByRole('checkbox', { name: `Seal it with ${user.xHandle}` })).toBeChecked()
  await press(page, 'Share')
  const address = page.getByRole('link', { name: 'See its page' })
  await expect(address).toBeVisible()
  const path = (await address.getAttribute('href')) ?? ''

  const visitor = await browser.newPage({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })
  await expect(async () => {
    // a page that waits a second for its card is sent without one
    expect(await (await request.get(path)).text()).toContain('<meta property="og:video"')
  }).toPass()
  await visitor.goto(path)
  await expect(visitor.getByText(story)).toBeHidden()
  await visitor.getByText('The story').click()
  await expect(visitor.getByText(story)).toBeVisible()
  await expect(visitor.getByText('Made with AI')).toBeVisible()
  const sealed = { name: `${user.xHandle} Signed with their key` }
  await expect(async () => {
    await visitor.reload() // until the gallery has the video
    await expect(visitor.getByRole('link', sealed)).toBeVisible()
  }).toPass()
  await expect(visitor.getByRole('link', { name: 'Make your own' })).toBeVisible()
  await playToTheEnd(visitor)
  await visitor.goto(`/${user.xHandle}`)
  const card = visitor.locator('.gallery-card', { has: visitor.locator(`[href="${path}"]`) })
  await expect(card.getByRole('link', sealed)).toBeVisible()
  await expect(card.getByText('Made with AI')).toBeVisible()

  await page.goto('/verse')
  const post = page.getByRole('listitem').filter({ has: page.locator(`[href="${path}"]`) })
  await expect(post.getByText('Made with AI')).toBeVisible()
  await inspect('a video in my posts')
  await post.getByRole('button', { name: 'Take down' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Take down' }).click()
  await expect(post).toBeHidden()
  await expect(async () => {
    await visitor.goto(path)
    await expect(visitor.getByRole('heading', { name: 'That video isn’t on our reel, broh.' })).toBeVisible()
  }).toPass()
  await visitor.close()

  await expectJourney(request, 'write a script', writing)
  await expectJourney(request, 'generate a speech', speechTrace)
  await expectJourney(request, 'show a speech', await showing)
  await expectJourney(request, 'make a video', videoTrace)
})

/** Expects range requests to work for audio and video, so that they can be seeked. */
async function expectRangeRequests(page: Page) {
  for (const kind of ['audio', 'video']) {
    const source = (await page.locator(`${kind} source`).getAttribute('src')) ?? ''
    const get = (headers = {}) => page.request.get(source, { headers })
    const whole = await (await get()).body()
    const part = await get({ range: 'bytes=1000-1999' })
    expect(part.status(), kind).toBe(206)
    expect(part.headers()['content-range']).toBe(`bytes 1000-1999/${whole.length}`)
    expect((await part.body()).equals(whole.subarray(1000, 2000))).toBe(true)
    const other = await get({ range: 'bytes=1000-1999', 'if-range': '"another"' })
    expect([other.status(), (await other.body()).length]).toEqual([200, whole.length])
    const same = await get({ range: 'bytes=-10', 'if-range': part.headers().etag ?? '' })
    expect([same.status(), (await same.body()).equals(whole.subarray(-10))]).toEqual([206, true])
    expect((await get({ range: `bytes=${whole.length}-` })).status()).toBe(416)
  }
}
