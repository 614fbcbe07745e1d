import { defineConfig } from 'vitest/config'

export default defineConfig({
  server: { fs: { allow: ['..'] } }, // the fonts lie beside the server's renderer
  test: {
    environment: 'happy-dom',
    include: ['{packages,remotes}/*/src/**/*.test.{ts,tsx}', 'shell/src/**/*.test.{ts,tsx}', 'scripts/*.test.mjs'],
    restoreMocks: true,
    unstubGlobals: true,
  },
})
