import type { Page } from '@playwright/test'
import { expect, test } from './support/test'

/** What every page shows when all is well. */
const pages: Record<string, string | RegExp> = {
  '/': 'Meet McWick',
  '/ai': "What's McWick doing?",
  '/gallery': 'Gallery',
  '/picks': 'McTrenches',
  '/lore': 'Tenets',
  '/wall': 'Wall of Flame',
  '/pfp': 'McPFP Generator',
  '/bictok': 'BicTok Generator',
  '/verse': 'McWickverse',
}

const dark = 'This part of the house stays dark.'

/** What may be gone: the addresses that then fail, and the truth that pages tell instead of what they show else. */
const parts: Record<string, { addresses: string[]; truths: Record<string, string | RegExp> }> = {
  'the gallery service': {
    addresses: ['**/api/v1/images**', '**/api/v1/likes**'],
    truths: { '/': 'Failed to load images', '/gallery': 'The gallery does not answer right now.' },
  },
  'the wall service': { addresses: ['**/api/v1/wall/**'], truths: { '/wall': 'The wall does not answer right now.' } },
  'the media service': { addresses: ['**/media/**', '**/api/v1/artworks/**', '**/api/v1/text-layouts'], truths: {} },
  'the telemetry': { addresses: ['**/api/v1/telemetry/**'], truths: {} },
  'the identity service': { addresses: ['**/api/v1/sessions/**', '**/api/v1/identity/**'], truths: {} },
  'the studio remote': { addresses: ['**/mfe/studio/**'], truths: { '/ai': dark, '/pfp': dark } },
  'the gallery remote': { addresses: ['**/mfe/gallery/**'], truths: { '/gallery': dark } },
  'the verse remote': { addresses: ['**/mfe/verse/**'], truths: { '/verse': dark } },
  'the picks remote': { addresses: ['**/mfe/picks/**'], truths: { '/picks': dark } },
  'the bictok remote': { addresses: ['**/mfe/bictok/**'], truths: { '/bictok': dark } },
  'the wall remote': { addresses: ['**/mfe/wall/**'], truths: { '/wall': dark } },
}

test.describe('every page tells the truth without', () => {
  test.use({ expectedProblem: /Failed to (load|fetch)|remoteEntry|503/ })

  for (const [part, { addresses, truths }] of Object.entries(parts)) {
    test(part, async ({ page }) => {
      for (const address of addresses) await takeAway(page, address)
      await page.clock.install()
      await page.goto('/')
      for (const [path, sight] of Object.entries(pages)) {
        await go(page, path)
        if (path in truths) await page.clock.fastForward('00:05') // past the repeats of the first call
        await expect(
          page
            .locator('main')
            .getByText(truths[path] ?? sight)
            .first(),
          path,
        ).toBeVisible()
        await expect(page.getByRole('contentinfo'), path).toBeAttached()
      }
    })
  }

  test('the gallery, and comes back by itself', async ({ page }) => {
    await page.clock.install()
    await takeAway(page, '**/api/v1/images**')
    await page.goto('/gallery')
    await page.clock.fastForward('00:05') // past the repeats of the first call
    await expect(page.getByText('The gallery does not answer right now.')).toBeVisible()
    await page.unroute('**/api/v1/images**')
    await page.clock.fastForward('00:11')
    await expect(page.getByRole('article').first()).toBeVisible()
    await expect(page.getByText('The gallery does not answer right now.')).toBeHidden()
  })

  test('a remote, and comes back by itself', async ({ page }) => {
    await page.clock.install()
    await takeAway(page, '**/mfe/gallery/**')
    await page.goto('/gallery')
    await expect(page.getByText(dark)).toBeVisible()
    await page.unroute('**/mfe/gallery/**')
    await page.clock.fastForward('00:16')
    await expect(page.getByRole('article').first()).toBeVisible()
  })
})

/** Follows a link within the page. */
function go(page: Page, path: string) {
  return page.evaluate((address) => {
    history.pushState(null, '', address)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
}

/** What the gateway answers for a service that is away. */
function takeAway(page: Page, address: string) {
  return page.route(address, (route) =>
    route.fulfill({
      status: 503,
      headers: { 'content-type': 'application/problem+json', 'retry-after': '1' },
      body: JSON.stringify({ code: 'UNAVAILABLE', detail: '', traceId: 'a'.repeat(32) }),
    }),
  )
}
