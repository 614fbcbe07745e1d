import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { connect as connectHttp2 } from 'node:http2'
import { connect } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { promisify } from 'node:util'
import { expect, test } from '@playwright/test'

/*
 * Runs on a platform with certificates alone: a client in plain text is answered by no port that carries data between
 * programs, or between a program and its store.
 */

const data = process.env.MCWICK_DATA ?? ''
const certificates = `${data}/secrets/mtls`
const ports: Record<string, string> = JSON.parse(process.env.MCWICK_PORTS ?? '{}')
const run = promisify(execFile)

/**
 * Browsers are answered in plain text here, an ingress is before them elsewhere; metrics and profiles are public or on loopback;
 * the provider and the trace viewer are the local platform's own, and so are the broker's ports for setting it up.
 */
const isPlain = (name: string) =>
  /^(gateway|console|demo AI provider|traces|broker|controller)$| (operations|profiles)$/.test(name)

/** Stores have clients of their own, below. */
const isStore = (name: string) => /^(postgres|redis)$/.test(name)

const secured = Object.keys(ports).filter((name) => !isPlain(name) && !isStore(name))

function address(name: string) {
  const [host = '', port = ''] = (ports[name] ?? '').split(':')
  return { host, port: Number(port) }
}

/** What a port answers to plain text, as bytes in Latin-1. */
function sayInPlainText(name: string, text: string) {
  return new Promise<string>((resolve) => {
    let answer = ''
    const socket = connect(address(name), () => socket.write(text))
    socket.setTimeout(60_000, () => socket.destroy(new Error('it keeps the connection')))
    socket.on('data', (bytes) => {
      answer += bytes.toString('latin1')
    })
    socket.on('error', (error) => {
      answer += error.message
    })
    socket.on('close', () => resolve(answer))
  })
}

/** Nothing, a TLS alert, or Go's advice to a client that speaks HTTP to a port with TLS. */
function isRefusal(answer: string) {
  const alert = 0x15
  return (
    /^(read ECONNRESET)?$/.test(answer) ||
    answer.charCodeAt(0) === alert ||
    /^HTTP\/1\.0 400 Bad Request\r\n\r\nClient sent an HTTP request to an HTTPS server/.test(answer)
  )
}

function read(program: string, file: string) {
  return readFileSync(`${certificates}/${program}/${file}`)
}

/** How a call of a gRPC method ends, by the certificate of a program. */
function call(service: string, method: string, program?: string) {
  return new Promise<string>((resolve) => {
    const { host, port } = address(service)
    const own = program ? { cert: read(program, 'tls.crt'), key: read(program, 'tls.key') } : {}
    const session = connectHttp2(`https://${host}:${port}`, { ca: readFileSync(`${certificates}/ca.crt`), ...own })
    const end = (how: string) => {
      session.destroy()
      resolve(how)
    }
    session.on('error', (error) => end(error.message))
    const request = session.request({
      ':method': 'POST',
      ':path': method,
      'content-type': 'application/grpc',
      te: 'trailers',
    })
    let status = ''
    const note = (headers: Record<string, unknown>) => {
      if (headers['grpc-status'] !== undefined) status = `${headers['grpc-status']} ${headers['grpc-message'] ?? ''}`
    }
    request.on('response', note)
    request.on('trailers', note)
    request.on('error', (error) => end(error.message))
    request.on('close', () => end(status.trim()))
    request.resume()
    request.end(Buffer.alloc(5)) // an empty message
  })
}

// Verifies MTLS-5.
test('no port between programs answers in plain text', async () => {
  expect(secured).toEqual(
    expect.arrayContaining(['gallery', 'media files', 'gallery operators', 'gateway operators', 'secure broker']),
  )
  for (const name of secured) {
    const http2 = await sayInPlainText(name, 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0')
    const http = await sayInPlainText(name, 'GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
    for (const answer of [http2, http])
      expect(isRefusal(answer), `${name} answers ${JSON.stringify(answer)}`).toBe(true)
    const { authorized } = await new Promise<{ authorized: boolean }>((resolve) => {
      const socket = connectTls({ ...address(name), ca: readFileSync(`${certificates}/ca.crt`) })
      socket.on('error', () => resolve({ authorized: false }))
      socket.on('secureConnect', () => {
        socket.destroy()
        resolve(socket)
      })
    })
    expect(authorized, `${name} proves who it is`).toBe(true)
  }
})

// Verifies MTLS-5.
test('PostgreSQL and Redis answer over TLS alone', async () => {
  const psql = (settings: string, query: string) =>
    run('psql', [`${settings} host=127.0.0.1 port=${address('postgres').port} user=postgres`, '-Atc', query], {
      env: { ...process.env, PGPASSWORD: readFileSync(`${data}/secrets/postgres`, 'utf8').trim() },
    })
  await expect(psql('sslmode=disable', 'SELECT 1')).rejects.toThrow('no encryption')
  const { stdout } = await psql(
    `sslmode=verify-full sslrootcert=${certificates}/ca.crt`,
    "SELECT bool_and(ssl) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE usename LIKE '%_serving'",
  )
  expect(stdout.trim()).toBe('t')

  const redis = (...options: string[]) => run('redis-cli', ['-p', `${address('redis').port}`, ...options, 'ping'])
  const plain = await redis().catch((error) => error)
  expect(`${plain.stdout}${plain.stderr}`).not.toContain('PONG')
  expect((await redis('--tls', '--cacert', `${certificates}/ca.crt`)).stdout).toContain('PONG')
})

// Verifies MTLS-5.
test('a service answers the programs that its contract names', async () => {
  const list = '/gallery.v1.GalleryService/ListImages'
  expect(await call('gallery', list, 'gateway')).toMatch(/^0$/)
  expect(await call('gallery', list, 'wall')).toMatch(/^7 /)
  expect(await call('gallery', list)).toMatch(/certificate|ECONNRESET|closed/i)
})
