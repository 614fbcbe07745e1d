import { defineConfig } from '@playwright/test'
import journeys from './playwright.config'

/**
 * Tests of an empty platform with other settings: no AI budget, pooled database connections, addresses of private media that
 * are good for a few seconds only, and operators who launch what is coming soon.
 */
export default defineConfig({
  ...journeys,
  reporter: [['list'], ['junit', { outputFile: '../../.local/test/e2e-variant.xml' }]],
  fullyParallel: true, // with so few files, most workers would wait for the longest
  testMatch: /(addresses|launch|moderation|unpaid|verse)\.spec\.ts$/,
  // without what needs the pages only, wall entries or a budget for scripts
  grepInvert: /@phone|a wall entry|a video|invalid key|unregistered|a stored account|before the launch/,
  use: { ...journeys.use, viewport: { width: 1440, height: 900 } },
  projects: [{ name: 'variant' }],
})
