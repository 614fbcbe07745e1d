import { defineConfig } from '@playwright/test'
import journeys from './playwright.config'

/** Screenshots of every page in every state and width, for review. They are no tests. */
export default defineConfig({
  ...journeys,
  testMatch: /screens\.spec\.ts$/,
  projects: [
    { name: '360', use: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true } },
    { name: '768', use: { viewport: { width: 768, height: 1024 }, hasTouch: true, isMobile: true } },
    { name: '1440', use: { viewport: { width: 1440, height: 900 } } },
    { name: '1920', use: { viewport: { width: 1920, height: 1080 } } },
  ],
})
