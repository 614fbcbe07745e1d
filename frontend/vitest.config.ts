import { configDefaults, defineConfig } from 'vitest/config'

const all = ['{packages,remotes}/*/src/**/*.test.{ts,tsx}', 'shell/src/**/*.test.{ts,tsx}', 'scripts/*.test.mjs']

// These replace modules with vi.mock.
const replacing = ['shell/src/{app,early-access}.test.tsx', 'shell/src/remotes/*.test.{ts,tsx}']

export default defineConfig({
  server: { fs: { allow: ['..'] } }, // the fonts lie beside the server's renderer
  test: {
    environment: 'happy-dom',
    reporters: ['default', ['junit', { outputFile: '../.local/test/test-web.xml' }]],
    setupFiles: ['vitest.setup.ts'],
    testTimeout: 30_000,
    restoreMocks: true,
    unstubGlobals: true,
    // A world of its own for each file is two thirds of the time; only files that replace modules need one.
    projects: [
      {
        extends: true,
        test: { name: 'page', isolate: false, include: all, exclude: [...configDefaults.exclude, ...replacing] },
      },
      { extends: true, test: { name: 'alone', include: replacing } },
    ],
  },
})
