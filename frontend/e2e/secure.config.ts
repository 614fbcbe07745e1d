import { defineConfig } from '@playwright/test'
import journeys from './playwright.config'

// Traces are checked where connections are plain: on a busy machine one with TLS to Redis may take longer to make than the
// limiter waits, which then decides without it for a second, and a trace lacks that span.
process.env.MCWICK_TRACES = 'none'

const use = { viewport: { width: 1440, height: 900 } }

/**
 * A way through every service and store, on a platform whose programs and stores speak TLS alone: a picture is published and
 * liked, a handle nominated, a key logs in, a video is made, content is taken down and operators decide in the console.
 */
export default defineConfig({
  ...journeys,
  reporter: [['list'], ['junit', { outputFile: '../../.local/test/verify-secure.xml' }]],
  testIgnore: [],
  projects: [
    { name: 'secure', testMatch: /(secure|meme|video|moderation|console-works)\.spec\.ts$/, grepInvert: /@phone/, use },
    {
      name: 'secure-parts',
      testMatch: /(wall|verse)\.spec\.ts$/,
      grep: /a nomination is submitted|a new key logs in/,
      use,
    },
  ],
})
