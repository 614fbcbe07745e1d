import { defineConfig } from '@playwright/test'
import journeys from './playwright.config'

/** The main journeys in WebKit, of which Safari and every browser of iPhones are made. */
export default defineConfig({
  ...journeys,
  reporter: [['list'], ['junit', { outputFile: '../../.local/test/e2e-webkit.xml' }]],
  testMatch: /webkit\.spec\.ts$/,
  testIgnore: [],
  workers: 1,
  projects: [{ name: 'webkit' }],
})
