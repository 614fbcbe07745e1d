import type { Browser, Page } from '@playwright/test'
import { mcwickctl } from './support/operators'
import { playToTheEnd } from './support/play'
import { publish, shareVideo } from './support/publish'
import { mockWallEntries } from './support/states'
import { expect, test } from './support/test'
import { captureTrace, expectJourney } from './support/trace'

/** Fills in and sends the report dialog. */
async function submitReport(page: Page, reason: string) {
  const dialog = page.getByRole('dialog', { name: 'What is wrong here?' })
  await dialog.getByLabel('What is it?').selectOption(reason)
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Thanks, broh. Somebody takes a look.')).toBeVisible()
}

/** Opens a page as a visitor from another network, as a trusted proxy reports it. */
async function newVisitorFrom(browser: Browser, address: string) {
  const context = await browser.newContext({ extraHTTPHeaders: { 'x-forwarded-for': address } })
  await context.addInitScript(() => localStorage.setItem('mcwick.earlyAccess', 'true'))
  return context.newPage()
}

/** Returns an address of a network that no test uses otherwise. */
function newAddress(): string {
  const [a = 0, b = 0] = crypto.getRandomValues(new Uint8Array(2))
  return `100.${64 + (a % 64)}.${b}.7`
}

test.describe('an image', () => {
  test.use({ allowedProblem: /404|410/ })

  // Verifies SORT-10.
  test('reported from three networks is hidden until an operator restores it', async ({
    page,
    request,
    browser,
    inspect,
  }) => {
    const { id, objectName } = await publish(request, 'Look away')
    const status = async (path: string) => (await request.get(path)).status()
    await expect.poll(() => status(`/api/v1/images/${id}`)).toBe(200)
    // networks of this run alone: what is restored below counts against those that reported it
    const visitors = await Promise.all([1, 2, 3].map(() => newVisitorFrom(browser, newAddress())))
    await page.goto(`/gallery/${id}`)
    await page.getByRole('button', { name: /^Report: / }).click()
    await inspect('report-picture')
    for (const device of visitors) {
      await device.goto(`/gallery/${id}`)
      await device.getByRole('button', { name: /^Report: / }).click()
      await submitReport(device, 'It hurts somebody')
      const notFound = device.getByRole('heading', { name: /^That picture isn’t on our wall/ }) // of the third one
      await expect(device.getByRole('button', { name: /^Reported: / }).or(notFound)).toBeVisible()
    }
    await expect.poll(() => status(`/api/v1/images/${id}`), 'the API').toBe(404)
    await expect.poll(() => status(`/media/${objectName}`), 'the bytes').toBe(410)
    await page.reload()
    await expect(page.getByRole('heading', { name: 'That picture isn’t on our wall, broh.' })).toBeVisible()

    const { cases } = await mcwickctl('case', 'list')
    expect(JSON.stringify(cases)).toContain(id)
    await mcwickctl('case', 'restore', 'picture', id, '--note', 'only candles')
    await expect.poll(() => status(`/api/v1/images/${id}`)).toBe(200)
    await expect.poll(() => status(`/media/${objectName}`)).toBe(200)
    for (const network of ['192.0.2.7', '203.0.113.7', '2001:db8:ff00::7', '2001:db8:aa00::7']) {
      const device = await newVisitorFrom(browser, network)
      await device.goto(`/gallery/${id}`)
      await device.getByRole('button', { name: /^Report: / }).click()
      await submitReport(device, 'It hurts somebody')
    }
    expect(await status(`/api/v1/images/${id}`), 'restored by an operator').toBe(200)
  })
})

// Verifies MOD-45, MOD-46.
test('the maker of a hidden picture reads why, appeals and reads the answer', async ({ page, inspect }) => {
  const caption = `Hidden ${crypto.randomUUID()}`
  const { id, objectName } = await publish(page.request, caption)
  const status = async () => (await page.request.get(`/media/${objectName}`)).status()
  const decide = (...command: string[]) => mcwickctl('case', ...command)
  await decide('hide', 'picture', id, '--reason', 'spam', '--message', 'No adverts here.')
  await expect.poll(status).toBe(410)
  await page.goto('/verse')
  const post = page.getByRole('listitem').filter({ has: page.getByRole('img', { name: caption }) })
  await expect(post).toContainText('Hidden from the wall, broh.')
  await expect(post).toContainText('Why: it is advertising.')
  await expect(post).toContainText('No adverts here.')
  await inspect('verse-hidden-post')
  await post.getByRole('button', { name: 'Appeal' }).click()
  await post.getByLabel('Why should it hang?').fill('That is my grandmother, not an advert.')
  await inspect('verse-appeal')
  await post.getByRole('button', { name: 'Send' }).click()
  await expect(post).toContainText('Your appeal is in, broh.')
  const { cases } = await decide('list', '--kind', 'picture')
  expect(JSON.stringify(cases)).toContain('grandmother')
  await decide('restore', 'picture', id, '--answer-appeal', '--message', 'You are right.')
  await expect.poll(status).toBe(200)
  await page.reload()
  await expect(post).toContainText('Your appeal worked: it hangs again.')
  await expect(post.getByRole('link', { name: caption })).toBeVisible()
  await inspect('verse-appeal-answered')
})

test.describe('a video', () => {
  test.use({ allowedProblem: /status of 404/ }) // the document of a hidden one

  // Verifies MOD-60, MOD-61, MOD-63, MOD-65.
  test('reported is hidden, and plays again when its maker’s appeal is granted', async ({ page, browser, inspect }) => {
    test.slow() // the video is really made
    const { id, objectName } = await shareVideo(page.request, 'Gm, broh. Buy my wax. It burns twice as long as yours.')
    const decide = (...command: string[]) => mcwickctl('case', ...command)
    const status = async (path: string) => (await page.request.get(path)).status()
    const pageStatus = () => status(`/api/v1/shared-videos/${id}`)
    const visitor = await newVisitorFrom(browser, '198.51.100.9')
    await visitor.goto(`/bictok/${id}`)
    await visitor.getByRole('button', { name: 'Report: BicTok Video' }).click()
    await submitReport(visitor, 'Spam or a scam')
    const reported = await decide('list', '--kind', 'video')
    expect(JSON.stringify(reported.cases)).toContain(id)

    await decide('hide', 'video', id, '--reason', 'spam', '--message', 'No adverts here.')
    await expect.poll(() => status(`/media/${objectName}`), 'the film').toBe(410)
    await expect.poll(pageStatus, 'the API').toBe(410)
    const refused = visitor.waitForResponse(/\/moderation$/)
    await visitor.reload()
    await expect(visitor.getByRole('heading', { name: 'That video isn’t on our reel, broh.' })).toBeVisible()
    expect((await refused).status(), 'why, for another visitor').toBe(404)
    await expect(visitor.getByText('Your video is hidden from the reel, broh.')).toHaveCount(0)

    await page.goto(`/bictok/${id}`)
    await expect(page.getByText('Your video is hidden from the reel, broh.')).toContainText('Why: it is advertising.')
    await expect(page.getByText('They say: No adverts here.')).toBeVisible()
    await inspect('bictok-hidden')
    await page.getByRole('button', { name: 'Appeal' }).click()
    await page.getByLabel('Why should it be on the reel?').fill('That is my grandmother’s wax, not an advert.')
    await inspect('bictok-appeal')
    await page.getByRole('button', { name: 'Send' }).click()
    await expect(page.getByText('Your appeal is in, broh.')).toBeVisible()
    await inspect('bictok-appealed')
    const appealed = await decide('list', '--kind', 'video')
    expect(JSON.stringify(appealed.cases)).toContain('grandmother')

    await decide('restore', 'video', id, '--answer-appeal', '--message', 'You are right.')
    await expect.poll(pageStatus, 'the API').toBe(200)
    await expect.poll(() => status(`/media/${objectName}`), 'the film').toBe(200)
    await page.reload()
    await playToTheEnd(page)
  })
})

// Verifies SORT-11.
test('a wall entry is reported, and is gone until the operator who hid it restores it', async ({
  page,
  request,
  inspect,
}) => {
  await page.goto('/wall')
  const card = page.getByRole('article').first()
  const handle = (await card.getAttribute('aria-label')) ?? ''
  await card.getByRole('button', { name: /^Turn the card/ }).click()
  await card.getByRole('button', { name: `Report: ${handle}` }).click()
  await inspect('report-entry')
  const reportTrace = await captureTrace(page, 'POST', /\/reports$/, () =>
    submitReport(page, 'It is private, or not true'),
  )
  await expectJourney(request, 'report a name', reportTrace)

  const { cases } = await mcwickctl('case', 'list', '--kind', 'wall-entry')
  const [reported] = cases.filter((one: { details: { text: string } }) => one.details.text.startsWith(`${handle}\n`))
  expect(reported.signals[0].reason).toBe('REASON_PERSON')
  const { id } = reported.details.subject
  const listed = async () =>
    JSON.stringify(await (await page.request.get('/api/v1/wall/entries?wall=WALL_FLAME')).json()).includes(id)
  // The browser may use its list of two seconds ago.
  const expectCount = (count: number) =>
    expect(async () => {
      await page.reload()
      await expect(page.getByRole('article').first()).toBeVisible()
      expect(await page.getByRole('article', { name: handle, exact: true }).count()).toBe(count)
    }).toPass({ timeout: 60_000 })
  await mcwickctl('case', 'hide', 'wall-entry', id, '--reason', 'person')
  await expect.poll(listed).toBe(false)
  await expectCount(0)
  await mcwickctl('case', 'restore', 'wall-entry', id, '--note', 'harmless')
  await expect.poll(listed).toBe(true)
  await expectCount(1)
})

// Verifies SORT-12.
test('a takedown is requested from any page', { tag: '@both' }, async ({ page, inspect }) => {
  await mockWallEntries(page)
  await page.goto('/lore')
  await page.getByRole('button', { name: 'Take something down' }).click()
  const dialog = page.getByRole('dialog', { name: 'Take something down' })
  await expect(dialog.getByLabel('Where is it?')).toHaveValue(/\/lore$/)
  await inspect('takedown')
  const why = `My face, ${crypto.randomUUID()}`
  await dialog.getByLabel('Why should it go?').fill(why)
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Got it, broh. Somebody looks at it soon.')).toBeVisible()
  await expect.poll(async () => JSON.stringify(await mcwickctl('case', 'list', '--kind', 'place'))).toContain(why)
})
