import { defineConfig } from '@playwright/test'
import journeys from './playwright.config'

/** Tests of an empty platform without an AI budget, with pooled database connections. */
export default defineConfig({
  ...journeys,
  reporter: [['list'], ['junit', { outputFile: '../../.local/test/e2e-unpaid.xml' }]],
  testMatch: /(unpaid|moderation|verse)\.spec\.ts$/,
  grepInvert: /@phone|a wall entry|a video/, // wall entries, paid speech
  projects: [{ name: 'unpaid', use: { viewport: { width: 1440, height: 900 } } }],
})
