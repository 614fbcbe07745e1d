import { defineConfig } from 'vitest/config'

export default defineConfig({
  server: { fs: { allow: ['..'] } }, // the fonts lie beside the server's renderer
  test: {
    environment: 'happy-dom',
    setupFiles: ['vitest.setup.ts'],
    testTimeout: 30_000,
    include: ['{packages,remotes}/*/src/**/*.test.{ts,tsx}', 'shell/src/**/*.test.{ts,tsx}', 'scripts/*.test.mjs'],
    restoreMocks: true,
    unstubGlobals: true,
  },
})
