import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Browser, Page } from '@playwright/test'
import { publish } from './support/publish'
import { hall } from './support/states'
import { expect, test } from './support/test'

/** What an operator does on the command line; it gives what that answers. */
async function mcwickctl(...command: string[]) {
  const { MCWICK_DATA: data = '' } = process.env
  const { stdout } = await promisify(execFile)('../bin/mcwickctl', [
    ...command,
    '--as',
    'ada',
    '--data',
    data,
    '--json',
  ])
  return JSON.parse(stdout)
}

/** Says in the dialog what is wrong. */
async function report(page: Page, reason: string) {
  const dialog = page.getByRole('dialog', { name: 'What is wrong here?' })
  await dialog.getByLabel('What is it?').selectOption(reason)
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Thanks, broh. Somebody takes a look.')).toBeVisible()
}

/** Somebody in another network, as a proxy of ours would tell. */
async function aStranger(browser: Browser, address: string) {
  const context = await browser.newContext({ extraHTTPHeaders: { 'x-forwarded-for': address } })
  await context.addInitScript(() => localStorage.setItem('mcwick.earlyAccess', 'true'))
  return context.newPage()
}

test.describe('a picture', () => {
  test.use({ expectedProblem: /404|410/ })

  // Verifies SORT-10.
  test('that devices of three networks report is hidden, until somebody looked', async ({
    page,
    request,
    browser,
    inspect,
  }) => {
    const { id, objectName } = await publish(request, 'Look away')
    const status = async (path: string) => (await request.get(path)).status()
    await expect.poll(() => status(`/api/v1/images/${id}`)).toBe(200)
    const strangers = [await aStranger(browser, '198.51.100.7'), await aStranger(browser, '2001:db8::7')]
    for (const device of [page, ...strangers]) {
      await device.goto(`/gallery/${id}`)
      await device.getByRole('button', { name: /^Report: / }).click()
      if (device === page) await inspect('report-picture')
      await report(device, 'It hurts somebody')
      await expect(device.getByRole('button', { name: /^Reported: / })).toBeVisible()
    }
    await expect.poll(() => status(`/api/v1/images/${id}`), 'the interface').toBe(404)
    expect(await status(`/media/${objectName}`), 'the bytes').toBe(410)
    await page.reload()
    await expect(page.getByRole('heading', { name: 'That picture isn’t on our wall, broh.' })).toBeVisible()

    const { publications } = await mcwickctl('picture', 'reports')
    expect(JSON.stringify(publications)).toContain(id)
    await mcwickctl('picture', 'restore', id, '--note', 'only candles')
    await expect.poll(() => status(`/api/v1/images/${id}`)).toBe(200)
    expect(await status(`/media/${objectName}`)).toBe(200)
    for (const network of ['192.0.2.7', '203.0.113.7', '2001:db8:ff00::7', '2001:db8:aa00::7']) {
      const device = await aStranger(browser, network)
      await device.goto(`/gallery/${id}`)
      await device.getByRole('button', { name: /^Report: / }).click()
      await report(device, 'It hurts somebody')
    }
    expect(await status(`/api/v1/images/${id}`), 'what an operator restored').toBe(200)
  })
})

// Verifies SORT-11.
test('a name on a wall is reported, and an operator settles it', async ({ page, inspect }) => {
  await page.goto('/wall')
  const card = page.getByRole('article').first()
  const handle = (await card.getAttribute('aria-label')) ?? ''
  await card.getByRole('button', { name: /^Turn the card/ }).click()
  await card.getByRole('button', { name: `Report: ${handle}` }).click()
  await inspect('report-entry')
  await report(page, 'It is private, or not true')

  const { complaints } = await mcwickctl('wall', 'complaints')
  const [complaint] = complaints.filter((one: { xHandle: string }) => one.xHandle === handle)
  expect(complaint.reason).toBe('ENTRY_REPORT_REASON_PERSONAL')
  await mcwickctl('wall', 'settle', complaint.id, '--note', 'harmless')
  expect(JSON.stringify((await mcwickctl('wall', 'complaints')).complaints)).not.toContain(complaint.id)
})

// Verifies SORT-12.
test('whoever wants something taken down asks for it, from any page', { tag: '@both' }, async ({ page, inspect }) => {
  await hall(page)
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
  await expect.poll(async () => JSON.stringify(await mcwickctl('wall', 'complaints'))).toContain(why)
})
