import { defineConfig } from '@playwright/test'
import journeys from './playwright.config'

/** Tests of an empty platform where devices are new and an address may have few pictures without a solution. */
export default defineConfig({
  ...journeys,
  reporter: [['list'], ['junit', { outputFile: '../../.local/test/verify-crowded.xml' }]],
  testMatch: /crowded\.spec\.ts$/,
  testIgnore: [],
  projects: [{ name: 'crowded', use: { viewport: { width: 1440, height: 900 } } }],
})
