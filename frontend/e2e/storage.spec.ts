import type { Page } from '@playwright/test'
import { expect, test } from './support/test'

const pages = ['/', '/gallery', '/ai', '/pfp', '/wall', '/bictok', '/picks', '/lore', '/safety', '/verse']

/** Disabled storage throws on access, full storage on write. */
const kinds: [string, (page: Page) => Promise<unknown>][] = [
  [
    'disabled',
    (page) =>
      page.addInitScript(() => {
        for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
          Object.defineProperty(window, name, {
            get() {
              throw new DOMException('The operation is insecure.', 'SecurityError')
            },
          })
      }),
  ],
  [
    'full',
    (page) =>
      page.addInitScript(() => {
        const full = () => {
          throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
        }
        Storage.prototype.setItem = full
        IDBObjectStore.prototype.put = full
      }),
  ],
]

test.use({ showEarlyAccess: true })

for (const [kind, prepare] of kinds) {
  // Verifies VERSE-22.
  test(`every page works when storage is ${kind}`, async ({ page }) => {
    await prepare(page)
    for (const path of pages) {
      await page.goto(path)
      await page.getByRole('button', { name: 'Look around first' }).click()
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByRole('contentinfo')).toBeAttached()
      await expect(page.getByText('This part of the house stays dark.')).toBeHidden()
    }
  })

  // Verifies VERSE-22.
  test(`login and logout work when storage is ${kind}`, async ({ page }) => {
    await prepare(page)
    await page.goto('/verse')
    await page.getByRole('button', { name: 'Look around first' }).click()
    await page.getByRole('button', { name: 'Generate New Key' }).click()
    await page.getByRole('checkbox', { name: 'I saved it' }).check()
    await page.getByRole('button', { name: 'Understood Broh! Copied.' }).click()
    await expect(page.getByRole('heading', { name: 'Your McWickverse Profile' })).toBeVisible()
    await expect(page.getByRole('dialog')).toBeHidden()
    await page.getByRole('button', { name: /^Your corner/ }).click()
    await page.getByRole('button', { name: 'Disconnect' }).click()
    await expect(page.getByRole('button', { name: 'Enter Existing Key' })).toBeVisible()
  })
}
