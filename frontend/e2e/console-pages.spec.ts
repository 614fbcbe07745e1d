import { consoleUrl, signIn } from './support/operators'
import { expect, test } from './support/test'

test.use({ baseURL: consoleUrl, allowedProblem: /status of 401/ }) // the page asks who is signed in

const pages = {
  Queue: 'Queue',
  Appeals: 'Appeals',
  Held: 'Held by a check',
  Takedowns: 'Takedown requests',
  New: 'New',
  Works: 'Works',
  Nominations: 'Nominations',
  Sanctions: 'Sanctions',
  Pressure: 'Pressure',
  Jobs: 'Jobs',
  Audit: 'Audit',
  Statistics: 'Statistics',
}

// Verifies MOD-74.
test('every page of the console is reached by the keyboard, accessible, and fits on a phone', async ({
  page,
  inspect,
}) => {
  await signIn(page, 'ada')
  const navigation = page.getByRole('navigation', { name: 'Console' })
  expect(await navigation.getByRole('link').allTextContents()).toEqual(Object.keys(pages))
  for (const [name, heading] of Object.entries(pages)) {
    await navigation.getByRole('link', { name, exact: true }).press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: /^Reading / })).toHaveCount(0)
    await expect(page.getByRole('alert')).toHaveCount(0)
    await inspect(`console, ${name}`)
  }
})

test('an address without a page says so', async ({ page }) => {
  await signIn(page, 'ada', '/kitchen')
  await expect(page.getByRole('heading', { name: 'There is no such page.' })).toBeVisible()
})
