import { defineConfig } from '@playwright/test'

const launchOptions = { executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] }

/** Journeys through a running platform: MCWICK_URL names it. */
export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  forbidOnly: true,
  workers: 1, // one machine draws the pictures
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: 'list',
  use: {
    baseURL: process.env.MCWICK_URL ?? 'http://localhost:8080',
    launchOptions,
    trace: 'retain-on-failure',
  },
  projects: [
    { name: 'phone', use: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true } },
    { name: 'desktop', use: { viewport: { width: 1440, height: 900 } } },
  ],
})
