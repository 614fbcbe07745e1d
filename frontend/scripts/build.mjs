// Builds the shell and all remotes into dist/ (shell at the root, remotes under mfe/<name>/), and the console into console/dist/.
// They are built in a temporary folder and swapped at the end, so that a running gateway never serves a partial build.
import { execFile } from 'node:child_process'
import { rename, rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { remotes } from '@mcwick/mf-config/ports'
import { compress } from './compress.mjs'
import { keepChunks } from './keep-chunks.mjs'
import { readSigningKey, signParts } from './sign-parts.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const next = `${root}dist.next`
const run = promisify(execFile)

/** Runs one build, and prints what it says: warnings, and why it fails. */
async function build(app, folder, outDir) {
  const started = performance.now()
  const args = ['build', '--outDir', outDir, '--logLevel', 'warn']
  const options = { cwd: `${root}${folder}`, maxBuffer: Number.POSITIVE_INFINITY }
  const result = await run('vite', args, options).catch((error) => error)
  const failed = result instanceof Error
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`${failed ? 'FAILED' : 'built '} ${app.padEnd(8)} ${seconds} s`)
  const output = `${result.stdout}${result.stderr}`.trim()
  if (output) console.log(output)
  if (failed) throw new Error(`${app} does not build`, { cause: result })
}

await rm(next, { recursive: true, force: true })
await build('shell', 'shell', next)
await build('console', 'console', 'dist') // its own server serves it, never the gateway
await Promise.all(remotes.map((name) => build(name, `remotes/${name}`, `${next}/mfe/${name}`)))
await compress(`${root}console/dist`)
const saved = await compress(next)
console.log(`compressed ${saved.files} files, ${saved.kB} kB as ${saved.brotliKB} kB`)
const kept = await keepChunks(`${root}dist`, next)
if (kept > 0) console.log(`kept ${kept} files of earlier builds for pages that are open`)
const ownKey = fileURLToPath(new URL('../../.local/page-signing-key.pem', import.meta.url))
await signParts(next, await readSigningKey(process.env.PAGE_SIGNING_KEY_FILE, ownKey))
await rm(`${root}dist`, { recursive: true, force: true })
await rename(next, `${root}dist`)
console.log('front end is in frontend/dist')
