import { defineConfig } from '@playwright/test'
import journeys from './playwright.config'

/**
 * Tests of an empty platform whose addresses of private media are good for a few seconds only, and of one whose operators
 * launch what is coming soon.
 */
export default defineConfig({
  ...journeys,
  reporter: [['list'], ['junit', { outputFile: '../../.local/test/e2e-addresses.xml' }]],
  testMatch: /(addresses|launch)\.spec\.ts$/,
  testIgnore: [],
  projects: [{ name: 'addresses', use: { viewport: { width: 1440, height: 900 } } }],
})
