import AxeBuilder from '@axe-core/playwright'
import { test as base, expect, type Page } from '@playwright/test'

interface Fixtures {
  /** What the console may say because the test provokes it. */
  expectedProblem: RegExp
  /** The visitor comes before the launch and has not been asked for a name yet. */
  early: boolean
  /** Checks a page, in a state of this name, for accessibility, and for sideways scroll there and on a phone. */
  inspect: (name: string) => Promise<void>
}

/** What a page hears of a picture that the visitor of another test, beside this one, has just taken down. */
const takenDown = /status of 410/

/** A test whose page may not complain in its console, break its content policy or talk to anyone but the site. */
export const test = base.extend<Fixtures>({
  expectedProblem: [/^never$/, { option: true }],
  early: [false, { option: true }],

  page: async ({ page, baseURL, expectedProblem, early }, use) => {
    const problems: string[] = []
    const site = new URL(baseURL ?? '').origin
    if (!early) await page.addInitScript(() => localStorage.setItem('mcwick.earlyAccess', 'true'))
    await page.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
        console.error(`content policy: ${effectiveDirective} ${blockedURI}`)
      })
    })
    page.on('console', (message) => message.type() === 'error' && problems.push(`console: ${message.text()}`))
    page.on('pageerror', (error) => problems.push(`page error: ${error.message}`))
    page.on('request', (request) => {
      const url = new URL(request.url())
      if (url.protocol.startsWith('http') && url.origin !== site) problems.push(`third party: ${url}`)
    })
    await use(page)
    expect(problems.filter((problem) => !expectedProblem.test(problem) && !takenDown.test(problem))).toEqual([])
  },

  inspect: async ({ page, isMobile }, use) => {
    await use(async (name) => {
      await settle(page)
      await expectSound(page, name)
      if (isMobile) return
      const size = page.viewportSize()
      await page.setViewportSize({ width: 360, height: 740 })
      await expectNoSidewaysScroll(page, `${name}, on a phone`)
      if (size) await page.setViewportSize(size)
    })
  },
})

/**
 * Expects nothing of axe's list, and no scrolling sideways. Legacy means for one frame, which is all that the page has: axe
 * needs no second page then to put its answers together.
 */
export async function expectSound(page: Page, name?: string) {
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .analyze()
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`),
    name,
  ).toEqual([])
  await expectNoSidewaysScroll(page, name)
}

async function expectNoSidewaysScroll(page: Page, name = '') {
  const beyond = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  await expect.poll(beyond, `sideways scroll: ${name}`).toBe(0)
}

/** Waits for what passes by itself: entering animations and pictures on their way. */
export async function settle(page: Page) {
  await page.evaluate(async () => {
    const passing = document
      .getAnimations()
      .filter((animation) => animation.effect?.getTiming().iterations !== Infinity)
    await Promise.allSettled(passing.map((animation) => animation.finished))
    await document.fonts.ready
  })
}

export { expect }
