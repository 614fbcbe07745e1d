import type { Page } from '@playwright/test'
import { failRequests } from './support/states'
import { expect, test } from './support/test'

/** A text of every page in normal operation. */
const pages: Record<string, string | RegExp> = {
  '/': 'Meet McWick',
  '/ai': "What's McWick doing?",
  '/gallery': 'Gallery',
  '/picks': 'McTrenches',
  '/lore': 'Tenets',
  '/safety': 'How to appeal',
  '/wall': 'Wall of Flame',
  '/pfp': 'McPFP Generator',
  '/bictok': 'BicTok Generator',
  '/verse': 'McWickverse',
}

/** Makes requests fail as those of a service that is soon asked again. */
const fail = (address: string) => failRequests(address, '1', '')

const remoteFailed = 'This part of the house stays dark.'

/** The parts that may be unavailable: the URLs that then fail, and the messages that pages show instead. */
const parts: Record<string, { addresses: string[]; messages: Record<string, string | RegExp> }> = {
  'the gallery service': {
    addresses: ['**/api/v1/images**', '**/api/v1/likes**'],
    messages: { '/': 'Failed to load images', '/gallery': 'The gallery does not answer right now.' },
  },
  'the wall service': {
    addresses: ['**/api/v1/wall/**'],
    messages: { '/wall': 'The wall does not answer right now.' },
  },
  'the moderation service': {
    addresses: ['**/api/v1/safety/**', '**/api/v1/takedowns'],
    messages: { '/safety': 'The counts do not come right now' },
  },
  'the media service': { addresses: ['**/media/**', '**/api/v1/artworks/**', '**/api/v1/text-layouts'], messages: {} },
  'the telemetry': { addresses: ['**/api/v1/telemetry/**'], messages: {} },
  'the identity service': { addresses: ['**/api/v1/sessions/**', '**/api/v1/identity/**'], messages: {} },
  'the studio remote': { addresses: ['**/mfe/studio/**'], messages: { '/ai': remoteFailed, '/pfp': remoteFailed } },
  'the gallery remote': { addresses: ['**/mfe/gallery/**'], messages: { '/gallery': remoteFailed } },
  'the verse remote': { addresses: ['**/mfe/verse/**'], messages: { '/verse': remoteFailed } },
  'the picks remote': { addresses: ['**/mfe/picks/**'], messages: { '/picks': remoteFailed } },
  'the bictok remote': { addresses: ['**/mfe/bictok/**'], messages: { '/bictok': remoteFailed } },
  'the wall remote': { addresses: ['**/mfe/wall/**'], messages: { '/wall': remoteFailed } },
}

test.describe('every page works or shows a message without', () => {
  test.use({ allowedProblem: /Failed to (load|fetch)|remoteEntry|503/ })

  for (const [part, { addresses, messages }] of Object.entries(parts)) {
    // Verifies GAL-19.
    test(part, async ({ page }) => {
      for (const address of addresses) await fail(address)(page)
      await page.clock.install()
      await page.goto('/')
      for (const [path, expected] of Object.entries(pages)) {
        await navigate(page, path)
        if (path in messages) await page.clock.fastForward('00:05') // past the retries of the first call
        await expect(
          page
            .locator('main')
            .getByText(messages[path] ?? expected)
            .first(),
          path,
        ).toBeVisible()
        await expect(page.getByRole('contentinfo'), path).toBeAttached()
      }
    })
  }

  for (const [part, address, message] of [
    ['the gallery', '**/api/v1/images**', 'The gallery does not answer right now.'],
    ['a remote', '**/mfe/gallery/**', remoteFailed],
  ] as const)
    test(`${part}, and recovers automatically`, async ({ page }) => {
      await page.clock.install()
      await fail(address)(page)
      await page.goto('/gallery')
      await page.clock.fastForward('00:05') // past the retries of the first call
      await expect(page.getByText(message)).toBeVisible()
      await page.unroute(address)
      await page.clock.fastForward('00:16')
      await expect(page.getByRole('article').first()).toBeVisible()
      await expect(page.getByText(message)).toBeHidden()
    })
})

/** Navigates within the page. */
function navigate(page: Page, path: string) {
  return page.evaluate((address) => {
    history.pushState(null, '', address)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
}
