// Builds the page as one program in place of dist/: the remotes are chunks of the shell, without federation. It is what the
// parts are compared with (make lighthouse), and no way to run the site. The next build brings the parts back.
import { cp, rename, rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { remotes } from '@mcwick/mf-config/ports'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { compress } from './compress.mjs'
import { readSigningKey, signParts } from './sign-parts.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const [dist, next] = [`${root}dist`, `${root}dist.next`]
const runtime = '@module-federation/runtime'

/** Loads remotes as chunks, by the two calls of the federation's runtime that the shell makes. */
const remotesAsChunks = {
  name: 'mcwick:remotes-as-chunks',
  enforce: 'pre',
  resolveId: (id) => (id === runtime ? `\0${runtime}` : undefined),
  load(id) {
    if (id !== `\0${runtime}`) return undefined
    const loaders = remotes.map((name) => `'${name}/app': () => import('${root}remotes/${name}/src/app.tsx')`)
    return `const apps = { ${loaders.join(', ')} }
      const instance = { registerRemotes() {}, loadRemote: (id) => apps[id]() }
      export const getInstance = () => instance`
  },
}

await rm(next, { recursive: true, force: true })
await build({
  configFile: false,
  root: `${root}shell`,
  logLevel: 'warn',
  build: { target: 'es2022', modulePreload: { polyfill: false }, outDir: next, emptyOutDir: true },
  worker: { format: 'es' },
  plugins: [react(), remotesAsChunks],
})
await cp(`${dist}/mfe`, `${next}/mfe`, { recursive: true }) // the settings name them, and the gateway looks for them
await compress(next)
await signParts(next, await readSigningKey(undefined, `${root}../.local/page-signing-key.pem`))
await rm(dist, { recursive: true, force: true })
await rename(next, dist)
console.log('the page without parts is in frontend/dist')
