import type { Page } from '@playwright/test'
import { consoleUrl, mcwickctl, signIn } from './support/operators'
import { importPictures, prepareCases } from './support/prepared-cases'
import { test as base, expect } from './support/test'
import { expectJourney } from './support/trace'

/** A test of the operators' console; `site` is the public site. */
const test = base.extend<{ site: string }>({
  site: async ({ request: _ }, use) => use(process.env.MCWICK_URL ?? 'http://localhost:8080'),
})

test.use({ baseURL: consoleUrl, allowedProblem: /status of (400|401|404)/ }) // a decision is too late; the page asks who is signed in; a work has no case

/** How many cases are decided; 200 take a few minutes. */
const count = Number(process.env.CONSOLE_CASES ?? 24)

const openCase = (page: Page) => page.getByRole('article')

/** Opens the case of a picture. */
async function openCaseOf(page: Page, id: string) {
  await page.goto(`/cases/picture/${id}`)
  await expect(openCase(page)).toHaveAccessibleName(`Picture ${id}`)
}

// Verifies MOD-66.
test('cases are decided by the keyboard alone, and the decisions hold on the public site', async ({
  page,
  playwright,
  site,
  inspect,
}) => {
  test.setTimeout(240_000 + count * 3_000)
  const visitor = await playwright.request.newContext({ baseURL: site })
  const status = async (id: string) => (await visitor.get(`/api/v1/images/${id}`)).status()
  const ids = new Set(await prepareCases(playwright, site, count))

  await page.goto('/')
  await expect(page.getByLabel('Your operator token')).toBeFocused()
  await inspect('console-sign-in')
  await signIn(page, 'ada')
  await expect(page.getByRole('heading', { name: 'Queue' })).toBeVisible()
  await inspect('console-queue')

  const keys = ['h', 'l', 'r']
  const hidden: string[] = []
  const left: string[] = []
  const began = Date.now()
  while (hidden.length + left.length < ids.size) {
    const name = await openCase(page).getAttribute('aria-label')
    const id = name?.split(' ').at(-1) ?? ''
    if (!ids.has(id)) {
      // A case of another test, and perhaps the last one that the list has until it is read again.
      await expect(async () => {
        await page.keyboard.press('n')
        await expect(openCase(page)).not.toHaveAttribute('aria-label', name ?? '', { timeout: 2_000 })
      }).toPass({ timeout: 60_000 })
    } else {
      const done = hidden.length + left.length
      const key = done === count - 1 ? 'h' : (keys[done % keys.length] as string) // the last one is undone below
      await page.keyboard.press('1')
      await page.keyboard.press(key)
      ;(key === 'l' ? left : hidden).push(id)
    }
    // After the last one the queue may be empty.
    if (hidden.length + left.length < ids.size)
      await expect(openCase(page)).not.toHaveAttribute('aria-label', name ?? '')
  }
  const perMinute = (count * 60_000) / (Date.now() - began)
  console.log(`${count} cases decided, ${Math.round(perMinute)} a minute`)
  if (process.env.CONSOLE_CASES) expect(perMinute).toBeGreaterThan(30)
  await expect(page.getByText(`${count} decided since you opened this page`)).toBeVisible()
  for (const id of hidden) await expect.poll(() => status(id), 'hidden or removed').toBe(404)
  for (const id of left) await expect.poll(() => status(id), 'left').toBe(200)

  const last = hidden.at(-1) ?? ''
  await page.keyboard.press('u')
  await expect(openCase(page)).toHaveAccessibleName(`Picture ${last}`)
  await expect.poll(() => status(last), 'undone').toBe(200)
  const found = await mcwickctl('case', 'show', 'picture', last)
  expect(found.decisions.map(({ action, operator }: Record<string, string>) => [action, operator])).toEqual([
    ['ACTION_RESTORE', 'ada'],
    ['ACTION_HIDE', 'ada'],
  ])
})

test('a decision is one trace from the console to the gallery', async ({ page, playwright, site }) => {
  const [id = ''] = await prepareCases(playwright, site, 1)
  await signIn(page, 'ada')
  await openCaseOf(page, id)
  const decided = page.waitForResponse(/\/Decide$/)
  await page.keyboard.press('h')
  const { 'mcwick-trace': traceId = '' } = (await decided).headers()
  const visitor = await playwright.request.newContext({ baseURL: site })
  await expectJourney(visitor, 'decide on a picture', traceId)
})

// Verifies MOD-92, MOD-93.
test('a decision on a work without a report opens its case with its maker', async ({ page, inspect }) => {
  const [id = ''] = await importPictures(1)
  await signIn(page, 'ada')
  await openCaseOf(page, id)
  await expect(page.getByText(/^Nobody reported this work/)).toBeVisible()
  await inspect('console-case-none')
  await page.keyboard.press('h')
  await expect(page.getByRole('region', { name: 'Decisions' }).getByText('by ada')).toBeVisible()
  const { details } = await mcwickctl('case', 'show', 'picture', id)
  expect(details).toMatchObject({ text: 'prepared 0', makerDevice: 'operators' })
  expect(details.objectName).toContain(id)
  await mcwickctl('case', 'restore', 'picture', id)
  await page.keyboard.press('u')
  await expect(page.getByText(/not undone\. Another operator decided meanwhile/)).toBeVisible()
})

// Verifies MOD-67.
test('two operators who decide at once make one decision', async ({ page, browser, playwright, site }) => {
  const [id = ''] = await prepareCases(playwright, site, 1)
  const other = await browser.newPage({ baseURL: consoleUrl })
  await signIn(page, 'ada')
  await signIn(other, 'lin')
  for (const desk of [page, other]) await openCaseOf(desk, id)
  await Promise.all([page.keyboard.press('h'), other.keyboard.press('l')])
  const refusals = () =>
    Promise.all([page, other].map((desk) => desk.getByText('Another operator decided meanwhile').count()))
  await expect.poll(async () => (await refusals()).reduce((sum, n) => sum + n)).toBe(1)
  const found = await mcwickctl('case', 'show', 'picture', id)
  expect(found.decisions).toHaveLength(1)
  await other.close()
})

// Verifies MOD-68.
test('the public site has nothing of the console', async ({ request, page, site }) => {
  await signIn(page, 'ada')
  const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
  const call = 'moderation.v1.CaseOperatorService/ListCases'
  for (const path of ['/session', `/calls/moderation/${call}`, `/${call}`, `/api/v1/${call}`])
    for (const method of ['GET', 'POST'])
      expect([404, 405], `${method} ${path}`).toContain(
        (await request.fetch(`${site}${path}`, { method, headers: { cookie } })).status(),
      )
  for (const path of [
    '/queue',
    '/appeals',
    '/sanctions',
    '/audit',
    '/pictures/1',
    '/console/',
    '/console/dist/index.html',
  ])
    expect((await request.get(`${site}${path}`)).status(), path).toBe(404)
})

test('a token that is not valid is refused', async ({ page, inspect }) => {
  await page.goto('/')
  await expect(page.getByLabel('Your operator token')).toBeFocused()
  await page.keyboard.insertText('not-a-token')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('The token is not valid here.')
  await inspect('console-sign-in-refused')
  await page.reload()
  await expect(page.getByLabel('Your operator token')).toBeVisible()
})

test('a session ends with “Sign out”', async ({ page }) => {
  await signIn(page, 'ada')
  await page.getByRole('button', { name: 'Sign out' }).press('Enter')
  await expect(page.getByLabel('Your operator token')).toBeVisible()
  await page.goto('/queue')
  await expect(page.getByLabel('Your operator token')).toBeVisible()
})
