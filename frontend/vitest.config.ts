import { configDefaults, defineConfig } from 'vitest/config'

const all = [
  '{packages,remotes}/*/src/**/*.test.{ts,tsx}',
  '{shell,console}/src/**/*.test.{ts,tsx}',
  'scripts/*.test.mjs',
]

// These mock modules by vi.mock, or change the focus manager that all queries share.
const isolated = [
  'console/src/app.test.tsx',
  'shell/src/{app,early-access}.test.tsx',
  'shell/src/navigation/use-takedown-form.test.tsx',
  'shell/src/remotes/*.test.{ts,tsx}',
  'remotes/verse/src/session/last-release.test.ts',
]

export default defineConfig({
  server: { fs: { allow: ['..'] } }, // the fonts are in the folder of the server's renderer
  test: {
    environment: 'happy-dom',
    reporters: ['default', ['junit', { outputFile: '../.local/test/test-web.xml' }]],
    setupFiles: ['vitest.setup.ts'],
    testTimeout: 30_000,
    restoreMocks: true,
    unstubGlobals: true,
    // Isolating every file would take two thirds of the time; only few files need it.
    projects: [
      {
        extends: true,
        test: { name: 'page', isolate: false, include: all, exclude: [...configDefaults.exclude, ...isolated] },
      },
      { extends: true, test: { name: 'alone', include: isolated } },
    ],
  },
})
