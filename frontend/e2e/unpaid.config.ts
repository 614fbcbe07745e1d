import { defineConfig } from '@playwright/test'
import journeys from './playwright.config'

/** Journeys through a platform that may spend nothing. */
export default defineConfig({
  ...journeys,
  testMatch: /unpaid\.spec\.ts$/,
  projects: [{ name: 'unpaid', use: { viewport: { width: 1440, height: 900 } } }],
})
