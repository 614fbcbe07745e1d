import AxeBuilder from '@axe-core/playwright'
import { test as base, expect, type Page } from '@playwright/test'

interface Fixtures {
  /** Console errors that the test provokes. */
  allowedProblem: RegExp
  /** Closes the pages that a test opened besides its own. They would go on working beside the tests that follow. */
  closeOtherPages: undefined
  /** Shows the early-access form, which is hidden by default. */
  showEarlyAccess: boolean
  /** Checks a page, in a state of this name, for accessibility, and for horizontal scrolling there and on a phone. */
  inspect: (name: string) => Promise<void>
}

/** The console error for an image that a concurrent test has just deleted. */
const deletedImage = /status of 410/

/** A test that fails on console errors, content security policy violations and third-party requests. */
export const test = base.extend<Fixtures>({
  allowedProblem: [/^never$/, { option: true }],
  showEarlyAccess: [false, { option: true }],

  closeOtherPages: [
    async ({ browser }, use) => {
      await use(undefined)
      await Promise.all(browser.contexts().map((context) => context.close()))
    },
    { auto: true },
  ],

  page: async ({ page, baseURL, allowedProblem, showEarlyAccess }, use) => {
    const problems: string[] = []
    const site = new URL(baseURL ?? '').origin
    if (!showEarlyAccess) await page.addInitScript(() => localStorage.setItem('mcwick.earlyAccess', 'true'))
    await page.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
        console.error(`content policy: ${effectiveDirective} ${blockedURI}`)
      })
    })
    page.on('console', (message) => {
      // A preload that does not match is fetched twice, and Chromium only warns.
      if (message.type() === 'error' || message.text().includes('is found, but is not used because'))
        problems.push(`console: ${message.text()}`)
    })
    page.on('pageerror', (error) => problems.push(`page error: ${error.message}`))
    page.on('request', (request) => {
      const url = new URL(request.url())
      if (url.protocol.startsWith('http') && url.origin !== site) problems.push(`third party: ${url}`)
    })
    await use(page)
    expect(problems.filter((problem) => !allowedProblem.test(problem) && !deletedImage.test(problem))).toEqual([])
  },

  inspect: async ({ page, isMobile }, use) => {
    await use(async (name) => {
      await waitForAnimations(page)
      await expectAccessible(page, name)
      if (isMobile) return
      const size = page.viewportSize()
      await page.setViewportSize({ width: 360, height: 740 })
      await expectNoHorizontalScroll(page, `${name}, on a phone`)
      if (size) await page.setViewportSize(size)
    })
  },
})

/**
 * Expects no axe violation and no horizontal scrolling. Legacy mode checks the main frame only, which is all that the page
 * has, and needs no second page to merge results.
 */
export async function expectAccessible(page: Page, name?: string) {
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .analyze()
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`),
    name,
  ).toEqual([])
  await expectNoHorizontalScroll(page, name)
}

export async function expectNoHorizontalScroll(page: Page, name = '') {
  const beyond = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  await expect.poll(beyond, `horizontal scroll: ${name}`).toBe(0)
}

/** Waits for finite animations and for fonts. */
export async function waitForAnimations(page: Page) {
  await page.evaluate(async () => {
    const finite = document.getAnimations().filter((animation) => animation.effect?.getTiming().iterations !== Infinity)
    await Promise.allSettled(finite.map((animation) => animation.finished))
    await document.fonts.ready
  })
}

export { expect }
