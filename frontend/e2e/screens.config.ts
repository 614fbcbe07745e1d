import { defineConfig } from '@playwright/test'
import journeys from './playwright.config'

const operators = /console-screens\.spec\.ts$/

/** Screenshots of every page in every state and width, for review. They are no tests. */
export default defineConfig({
  ...journeys,
  testMatch: /[/]screens\.spec\.ts$/,
  projects: [
    { name: '360', use: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true } },
    { name: '768', use: { viewport: { width: 768, height: 1024 }, hasTouch: true, isMobile: true } },
    { name: '1440', use: { viewport: { width: 1440, height: 900 } } },
    { name: '1920', use: { viewport: { width: 1920, height: 1080 } } },
    { name: 'console data', testMatch: /console-screens\.setup\.ts$/ },
    {
      name: 'console-360',
      testMatch: operators,
      dependencies: ['console data'],
      use: { viewport: { width: 360, height: 740 } },
    },
    {
      name: 'console-1280',
      testMatch: operators,
      dependencies: ['console data'],
      use: { viewport: { width: 1280, height: 800 } },
    },
  ],
})
