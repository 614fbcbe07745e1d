import { defineConfig } from '@playwright/test'

/** The headless shell: the full browser takes a quarter longer. */
const launchOptions = { executablePath: '/usr/bin/chromium-headless-shell', args: ['--no-sandbox', '--disable-gpu'] }

/** Inspect what the other tests wrote, so they run last. */
const leftovers = /(metrics|secrets)\.spec\.ts$/

/** Invalidates device cookies, so it runs after the other tests. */
const rotation = /rotation\.spec\.ts$/

/** Screenshots, and platforms of other settings, have their own configurations. */
const testIgnore = [leftovers, rotation, /(screens|unpaid|crowded|secure|addresses|launch|webkit)\.spec\.ts$/]

const site = process.env.MCWICK_URL ?? 'http://localhost:8080'

/** End-to-end tests of a running platform at MCWICK_URL. */
export default defineConfig({
  testDir: '.',
  outputDir: `../test-results/${new URL(site).port}`, // by port, so that two platforms can be tested at once
  forbidOnly: true,
  workers: 3, // while one test waits for a job, others run
  timeout: 240_000,
  expect: { timeout: 60_000 },
  reporter: [['list'], ['junit', { outputFile: '../../.local/test/e2e.xml' }]],
  use: {
    baseURL: site,
    launchOptions,
    screenshot: 'only-on-failure', // --trace retain-on-failure records every step, and takes a sixth longer
  },
  projects: [
    // @phone: only on a phone; @both: on phone and desktop; all others: on desktop. `inspect` checks both widths.
    // Motion is reduced on the desktop: so both settings are walked, and a browser without a graphics card computes a quarter less.
    {
      name: 'phone',
      testIgnore,
      grep: /@phone|@both/,
      use: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
    },
    {
      name: 'desktop',
      testIgnore,
      grepInvert: /@phone/,
      use: { viewport: { width: 1440, height: 900 }, contextOptions: { reducedMotion: 'reduce' } },
    },
    {
      name: 'rotation',
      testMatch: rotation,
      dependencies: ['phone', 'desktop'],
      use: { viewport: { width: 1440, height: 900 } },
    },
    { name: 'leftovers', testMatch: leftovers, dependencies: ['rotation'] },
  ],
})
