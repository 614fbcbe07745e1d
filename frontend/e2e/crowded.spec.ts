import type { Browser, Page } from '@playwright/test'
import { expect, test } from './support/test'

interface Order {
  page: Page
  /** Of the calls that ordered the picture. */
  statuses: number[]
  /** Whether the last of them carried a solution. */
  hasSolution: boolean
}

/** Opens a browser of its own, behind the same address, and orders a picture. */
async function orderAsNewVisitor(browser: Browser): Promise<Order> {
  const page = await (await browser.newContext()).newPage()
  await page.addInitScript(() => localStorage.setItem('mcwick.earlyAccess', 'true'))
  const order: Order = { page, statuses: [], hasSolution: false }
  page.on('response', async (response) => {
    if (response.request().method() !== 'POST' || !response.url().endsWith('/api/v1/jobs')) return
    order.statuses.push(response.status())
    order.hasSolution = 'mcwick-solution' in response.request().headers()
  })
  await page.goto('/ai')
  await page.getByRole('textbox', { name: 'Describe the scene' }).fill('in a very crowded house')
  await page.getByRole('button', { name: 'Generate Scene' }).click()
  await expect(page.getByRole('button', { name: 'Publish to InstaCandle' })).toBeVisible({ timeout: 60_000 })
  return order
}

// The limits of this platform let an address order one picture a day without a solution.
// Verifies CHAL-4.
test('visitors who share an address each get their picture, by solving what the gateway asks', async ({ browser }) => {
  await orderAsNewVisitor(browser) // uses up what the address has, unless another test did
  for (let visitor = 0; visitor < 3; visitor++) {
    const order = await orderAsNewVisitor(browser)
    expect(order.statuses.at(-1), `visitor ${visitor}`).toBe(202)
    expect(order.hasSolution, `visitor ${visitor}`).toBe(true)
    await order.page.context().close()
  }
})
