// Starts the dev servers of the shell and of the named remotes (all by default), and stops them together. Other remotes are
// served as built, by the gateway.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { ports, remotes } from '@mcwick/mf-config/ports'

const root = fileURLToPath(new URL('..', import.meta.url))
const named = process.argv.slice(2)
const unknown = named.filter((name) => !remotes.includes(name))
if (unknown.length > 0) {
  console.error(`no remote ${unknown.join(', ')}; there are ${remotes.join(', ')}`)
  process.exit(1)
}
const edited = named.length > 0 ? named : remotes
const env = { ...process.env, MCWICK_DEV: edited.join(' ') }
const servers = ['shell', ...edited].map((name) => {
  const cwd = name === 'shell' ? `${root}shell` : `${root}remotes/${name}`
  const server = spawn('vite', [], { cwd, env, stdio: ['ignore', 'pipe', 'inherit'] })
  server.stdout.on('data', (data) => process.stdout.write(String(data).replace(/^(?=.)/gm, `${name.padEnd(8)} `)))
  server.on('close', (code) => stop(code ?? 1))
  return server
})

let stopping = false
function stop(code) {
  if (stopping) return
  stopping = true
  for (const server of servers) server.kill()
  process.exitCode = code
}
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop(0))
console.log(`open http://localhost:${ports.shell}`)
