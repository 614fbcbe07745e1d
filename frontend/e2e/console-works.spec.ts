import type { Page } from '@playwright/test'
import { consoleUrl, signIn } from './support/operators'
import { prepareCases } from './support/prepared-cases'
import { test as base, expect } from './support/test'

/** A test of the operators' console; `statusOf` reads a picture on the public site. */
const test = base.extend<{ statusOf: (id: string) => Promise<number> }>({
  statusOf: async ({ playwright }, use) => {
    const visitor = await playwright.request.newContext({ baseURL: process.env.MCWICK_URL ?? 'http://localhost:8080' })
    await use(async (id) => (await visitor.get(`/api/v1/images/${id}`)).status())
    await visitor.dispose()
  },
})

test.use({ baseURL: consoleUrl, allowedProblem: /status of 401/ }) // the page asks who is signed in

const site = process.env.MCWICK_URL ?? 'http://localhost:8080'
const pictureOf = (page: Page, id: string) => page.locator(`.wall li:has(img[src*="${id}"])`)

// Verifies MOD-90.
test('a new picture is hidden by a key and shown again, on the public site too', async ({
  page,
  playwright,
  statusOf,
  inspect,
}) => {
  const [id = ''] = await prepareCases(playwright, site, 1)
  await signIn(page, 'ada')
  await page.getByRole('link', { name: 'New', exact: true }).click()
  await pictureOf(page, id).getByRole('link').first().focus()
  await inspect('console-new')
  await page.keyboard.press('h')
  await expect(pictureOf(page, id).getByText('hidden')).toBeVisible()
  await expect.poll(() => statusOf(id)).toBe(404)
  await page.keyboard.press('u')
  await expect.poll(() => statusOf(id)).toBe(200)
})

// Verifies MOD-91.
test('chosen works are hidden together and shown again, on the public site too', async ({
  page,
  playwright,
  statusOf,
  inspect,
}) => {
  const ids = await prepareCases(playwright, site, 2)
  await signIn(page, 'ada')
  await page.getByRole('link', { name: 'Works', exact: true }).click()
  for (const id of ids) await pictureOf(page, id).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Hide', exact: true }).click()
  await expect(page.getByText('2 will be hidden.')).toBeVisible()
  await inspect('console-works')
  await page.getByRole('button', { name: 'Do it' }).click()
  await expect(page.getByText('2 of 2 decided.')).toBeVisible()
  for (const id of ids) await expect.poll(() => statusOf(id)).toBe(404)
  await page.getByRole('button', { name: 'Undo the last batch' }).click()
  await expect(page.getByText('2 undone')).toBeVisible()
  for (const id of ids) await expect.poll(() => statusOf(id)).toBe(200)
})
