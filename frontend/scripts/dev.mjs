// Starts the dev servers of the shell and of all remotes; ends them together.
import { spawn } from 'node:child_process'
import { ports } from '@mcwick/mf-config/ports'

const root = new URL('..', import.meta.url).pathname
const servers = Object.keys(ports).map((name) => {
  const cwd = name === 'shell' ? `${root}shell` : `${root}remotes/${name}`
  const server = spawn('vite', [], { cwd, stdio: ['ignore', 'pipe', 'inherit'] })
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
