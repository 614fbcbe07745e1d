// Vite presets of the shell (host), the remotes and the console (standalone). Plain JS, because Vite leaves bare imports
// of a configuration file to Node. Remotes are not known at build time: the shell reads them from /config.json.
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { federation } from '@module-federation/vite'
import react from '@vitejs/plugin-react'
import { bundleRules } from './bundle-rules.js'
import { devRemotes } from './dev-remotes.js'
import { ports } from './ports.js'
import { preloadAll } from './preload-all.js'
import { preloadExposed } from './preload-exposed.js'

const name = basename(process.cwd()) // the folder of the part whose vite.config.js this is

// One instance of each in the whole page; the shell provides them. They ship whole (no tree shaking) with the first page, so the
// list stays short: what only remotes need (@mcwick/challenge, @mcwick/forms, @mcwick/jobs) is built into each that uses it.
const singletons = [
  'react',
  'react-dom',
  '@tanstack/react-query',
  '@mcwick/ui',
  '@mcwick/shell-contract',
  '@mcwick/session',
  '@mcwick/api-client',
]

/** Returns the minor version that a remote is built with. On a shell with an older one the remote runs, with a console warning. */
function required(name) {
  const file = new URL(`../../node_modules/${name}/package.json`, import.meta.url)
  const [major, minor] = JSON.parse(readFileSync(file, 'utf8')).version.split('.')
  return `^${major}.${minor}.0`
}

/** @param {{ hostOnly?: boolean }} [options] hostOnly omits the fallback copies from a remote's build */
export const shared = ({ hostOnly = false } = {}) =>
  Object.fromEntries(
    singletons.map((name) => [
      name,
      { singleton: true, requiredVersion: required(name), ...(hostOnly ? { import: false } : {}) },
    ]),
  )

// Repository folders outside the front end that the dev server may read: the server's fonts.
const fs = { allow: [fileURLToPath(new URL('../../..', import.meta.url))] }
const build = { target: 'es2022', modulePreload: { polyfill: false }, emptyOutDir: true }

// What the federation runtime leaves out: reading manifests of remotes, which have none here, and running in Node.
const define = { FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: 'true', ENV_TARGET: '"web"' }

/**
 * The federation plugin collects the names that a remote imports from each shared package, and stops 10 ms after the last
 * module: on a busy machine it misses some, and the build fails. An unused namespace import in the entry makes it keep all
 * names, and is removed from the output.
 */
const keepAllNames = () => ({
  name: 'mcwick:keep-all-names',
  apply: 'build',
  enforce: 'pre',
  transform(code, id) {
    if (!id.endsWith('/src/app.tsx')) return null
    const imports = singletons.map((name, i) => `import * as shared${i} from '${name}'`)
    return { code: `${code}\n${imports.join('\n')}\n`, map: null }
  },
})

/**
 * The federation plugin has the page wait at its start for the shared packages that the shell imports, and counts those that it
 * has seen 10 ms after the last module: on a busy machine it misses some, and the page fails. So the entry imports all, except
 * react-dom, of which only the part that is imported anyway shall be in the page. A build fails in which one is missed.
 */
const useAllShared = () => ({
  name: 'mcwick:use-all-shared',
  apply: 'build',
  enforce: 'pre',
  async transform(code, id) {
    if (!id.endsWith('/src/main.tsx')) return null
    await this.resolve('react-dom', id)
    const imports = singletons.filter((used) => used !== 'react-dom').map((used) => `import '${used}'`)
    return { code: `${imports.join('\n')}\n${code}`, map: null }
  },
  generateBundle(_, bundle) {
    for (const { code, fileName } of Object.values(bundle))
      if (/\bmaterialize: ?(false|!1)/.test(code))
        this.error(`the page would not wait for a shared package: ${fileName}`)
  },
})

/**
 * A remote: exposes ./app (default component and contract version).
 * @param {{ command: 'build' | 'serve' }} options
 */
export function remote({ command }) {
  const prod = command === 'build'
  const port = ports[name]
  return {
    base: '', // relative: the same files work under any path and origin
    server: { port, strictPort: true, origin: `http://localhost:${port}`, cors: true, fs },
    build: { ...build, rolldownOptions: { input: 'src/app.tsx' } },
    worker: {
      format: 'es',
      plugins: () => [bundleRules(name)],
      // a folder of their own, the only one that `worker-src` allows (gateway/page_policy.go)
      rolldownOptions: { output: { entryFileNames: 'workers/[name]-[hash].js' } },
    },
    plugins: [
      keepAllNames(),
      bundleRules(name),
      react(),
      federation({
        name,
        filename: 'remoteEntry.js',
        manifest: false,
        dts: false,
        dev: { remoteHmr: true },
        exposes: { './app': './src/app.tsx' },
        shared: shared({ hostOnly: prod }),
        ...(prod ? { experiments: { externalRuntime: true } } : {}),
      }),
      preloadExposed(),
    ],
  }
}

/** The shell. In dev it forwards what the gateway owns and takes the remotes from their dev servers. */
export function host() {
  const gateway = process.env.MCWICK_GATEWAY ?? 'http://127.0.0.1:8080'
  const forward = { target: gateway, changeOrigin: false }
  return {
    server: {
      port: ports[name],
      strictPort: true,
      fs,
      proxy: { '/api': forward, '/media': forward, '/mfe': forward, '/debug': forward },
    },
    build,
    define,
    plugins: [
      useAllShared(),
      bundleRules(name),
      react(),
      preloadAll(name),
      devRemotes(gateway),
      federation({
        name,
        filename: 'remoteEntry.js',
        dts: false,
        dev: { remoteHmr: true },
        shared: shared(),
        experiments: { provideExternalRuntime: true },
      }),
    ],
  }
}

/** A page of its own, without remotes: the operators' console. In dev its server is at MCWICK_CONSOLE. */
export function standalone() {
  const port = 5190
  const forward = { target: process.env.MCWICK_CONSOLE ?? 'http://127.0.0.1:28180', changeOrigin: false }
  return {
    server: { port, strictPort: true, fs, proxy: { '/calls': forward, '/session': forward, '/pictures': forward } },
    build,
    plugins: [bundleRules(name), react()],
  }
}
