import { defineConfig } from '@playwright/test'
import journeys from './playwright.config'

/** Journeys through an empty platform that may spend nothing, and whose connections to the databases are pooled. */
export default defineConfig({
  ...journeys,
  reporter: [['list'], ['junit', { outputFile: '../../.local/test/e2e-unpaid.xml' }]],
  testMatch: /(unpaid|order|verse)\.spec\.ts$/,
  grepInvert: /@phone|a name on a wall/, // which needs names
  projects: [{ name: 'unpaid', use: { viewport: { width: 1440, height: 900 } } }],
})
