import { defineConfig } from '@playwright/test'

/** The browser without its own windows: those of the whole program take a quarter of the time of all journeys. */
const launchOptions = { executablePath: '/usr/bin/chromium-headless-shell', args: ['--no-sandbox', '--disable-gpu'] }

/** Look at what the journeys left, so they come last. */
const leftovers = /(metrics|secrets)\.spec\.ts$/

/** Makes strangers of browsers that are open, so it comes after those. */
const rotation = /rotation\.spec\.ts$/

/** Pictures to be looked at have a configuration of their own, and so has a platform without money. */
const testIgnore = [leftovers, rotation, /(screens|unpaid)\.spec\.ts$/]

const site = process.env.MCWICK_URL ?? 'http://localhost:8080'

/** Journeys through a running platform: MCWICK_URL names it. */
export default defineConfig({
  testDir: '.',
  outputDir: `../test-results/${new URL(site).port}`, // so that two platforms can be walked at once
  forbidOnly: true,
  workers: 2, // while one page waits for a picture, another is looked at
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['junit', { outputFile: '../../.local/test/e2e.xml' }]],
  use: {
    baseURL: site,
    launchOptions,
    screenshot: 'only-on-failure', // --trace retain-on-failure shows the whole way, for a sixth of time more
  },
  projects: [
    // What fingers and a small window change is tagged @phone, what both have @both; each state is looked at in both widths.
    {
      name: 'phone',
      testIgnore,
      grep: /@phone|@both/,
      use: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
    },
    { name: 'desktop', testIgnore, grepInvert: /@phone/, use: { viewport: { width: 1440, height: 900 } } },
    {
      name: 'rotation',
      testMatch: rotation,
      dependencies: ['phone', 'desktop'],
      use: { viewport: { width: 1440, height: 900 } },
    },
    { name: 'leftovers', testMatch: leftovers, dependencies: ['rotation'] },
  ],
})
