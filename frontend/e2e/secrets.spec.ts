import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from '@playwright/test'

/*
 * Runs after the other tests, over everything that they wrote. A secret may be in its own file and nowhere else: not in a
 * log, an object, an event, a row, the front-end code, a span or a response.
 */

const data = process.env.MCWICK_DATA ?? ''
const site = process.env.MCWICK_URL ?? 'http://localhost:8080'

async function filesUnder(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

async function secrets(): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const file of await filesUnder(join(data, 'secrets'))) found.set(file, (await readFile(file, 'utf8')).trim())
  return found
}

test('no file of the platform and no front-end code contains a secret', async () => {
  const known = await secrets()
  expect(known.size, 'secrets to look for').toBeGreaterThan(2)
  const dist = fileURLToPath(new URL('../dist', import.meta.url))
  const files = [...(await filesUnder(data)), ...(await filesUnder(dist))].filter((file) => !known.has(file))
  expect(files.length).toBeGreaterThan(100)
  const leaks: string[] = []
  for (const file of files) {
    const content = await readFile(file, 'latin1').catch(() => '') // a database removes files as it likes
    for (const [name, secret] of known) if (content.includes(secret)) leaks.push(`${name} in ${file}`)
  }
  expect(leaks).toEqual([])
})

test('no span and no response contains a secret, and no span a visitor’s text', async ({ request }) => {
  const known = await secrets()
  const images = await (await request.get('/api/v1/images?pageSize=100')).json()
  const written: string[] = images.images.flatMap((image: Record<string, string>) => [image.action, image.caption])
  const forbidden = [...known.values(), ...written.filter((text) => text.length > 8)]
  expect(forbidden.length).toBeGreaterThan(20)

  const config = JSON.stringify(await (await request.get('/config.json')).json())
  const requests = JSON.stringify(await recent())
  expect(forbidden.filter((text) => config.includes(text) || requests.includes(text))).toEqual([])
})

/** The span attributes that are allowed. Before adding one, check that it is no text, name, key, cookie, token or address of a visitor. */
const allowedAttributes = new Set(
  `artwork.id decision.id entry.id image.id job.id listworksrequest.id newer.id older.id parent.id publication.id sharedvideo.id speech.id video.id
  fault.kind fault.reason error.type exception.type exception.message
  job.attempt job.waited_s mcwick.ai.cost_usd gocdk_method
  gen_ai.operation.name gen_ai.output.type gen_ai.provider.name gen_ai.request.max_tokens gen_ai.request.model
  gen_ai.usage.input_tokens gen_ai.usage.output_tokens gen_ai.provider.error.code http.response.header.x-request-id
  mascot.finish mascot.scene
  http.request.body.size http.request.method http.response.body.size http.response.status_code http.route
  network.protocol.version server.address server.port url.full url.path url.scheme
  rpc.method rpc.response.status_code rpc.system.name
  messaging.consumer.group.name messaging.destination.name messaging.message.id messaging.system
  db.connection_string db.namespace db.operation.name db.system db.system.name
  pgx.prepare_stmt.name pgx.rows_affected user.name`.split(/\s+/),
)

interface Span {
  service: string
  name: string
  attributes: Record<string, unknown>
  events: { name: string; attributes: Record<string, unknown> }[]
}

// Verifies OBS-3.
test('no span contains a visitor’s text, identity or address', async ({ playwright, baseURL }) => {
  const stamp = `q${Date.now().toString(36)}`
  const address = '203.0.113.77'
  const key = [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  const visitor = await playwright.request.newContext({
    baseURL,
    userAgent: `Wax ${stamp}`,
    extraHTTPHeaders: { 'x-forwarded-for': address, forwarded: `for=${address}` },
  })
  const requests: { label: string; trace: string; last: string }[] = []
  const intents: string[] = []

  /** Sends a request and records its trace, which is complete once a span has arrived whose name starts with `last`. */
  async function send(method: string, path: string, data?: object, last = method) {
    const intent = crypto.randomUUID()
    intents.push(intent)
    const headers = { 'idempotency-key': intent, 'content-type': 'application/json' }
    const answer = await visitor.fetch(path, { method, headers, ...(data && { data }) })
    const trace = answer.headers()['mcwick-trace'] ?? ''
    expect(trace, path).not.toBe('')
    requests.push({ label: `${method} ${path}`, trace, last })
    return answer.json()
  }

  /** Creates a job and returns it when it is finished. */
  async function createJob(label: object) {
    const { id } = await send('POST', '/api/v1/jobs', label, 'job ')
    let job = { state: '', artwork: { id: '' } }
    const state = async () => {
      job = await (await visitor.get(`/api/v1/jobs/${id}`)).json()
      return job.state
    }
    await expect.poll(state).toMatch(/SUCCEEDED|FAILED/)
    return job
  }

  const meme = { action: `juggling ${stamp}`, scene: `in a cave of ${stamp}`, style: 'Anime' }
  await send('GET', '/api/v1/sessions/current')
  const { artwork } = await createJob({ meme })
  const handle = `@${stamp}`
  const text = { content: `GM ${stamp}`, fontFamily: 'Bangers', fontSize: 64 }
  const overlays = [{ ...text, x: 512, y: 200, color: '#ffffff', rotation: 0 }]
  await send('POST', '/api/v1/text-layouts', text)
  const publication = { caption: `Wax ${stamp}`, signature: handle, overlays }
  const { id } = await send('POST', `/api/v1/artworks/${artwork.id}/publications`, publication)
  await send('POST', `/api/v1/publications/${id}/reports`, { reason: 'REPORT_REASON_SPAM', note: `spam of ${stamp}` })
  await createJob({ script: { text: `a lighthouse of ${stamp}`, genre: 'GENRE_HORROR' } })
  await createJob({ speech: { text: `${stamp} shines. ${'The wick is long. '.repeat(30)}` } })
  const reason = `Lent ${stamp} a match`
  const nomination = { wall: 'WALL_FLAME', isHodling: true, isSelfNomination: false, reason }
  await send('POST', '/api/v1/wall/nominations', { ...nomination, xHandle: handle })
  await send('POST', '/api/v1/takedowns', { place: `the wall of ${stamp}`, reason, xHandle: handle })
  await send('POST', '/api/v1/early-access', { xHandle: handle })
  await send('POST', '/api/v1/identity/challenges', { action: 'ACTION_LOGIN', publicKey: key })
  await send('POST', '/api/v1/sessions', { publicKey: key, nonce: '', signature: '' })
  // Rejected and failed requests.
  await createJob({ meme: { ...meme, action: `juggling ${stamp} [demo:500]` } })
  await send('POST', '/api/v1/jobs', { meme: { ...meme, [stamp]: stamp } })
  await send('POST', '/api/v1/wall/nominations', { ...nomination, xHandle: `no ${stamp}` })
  await send('GET', `/api/v1/images?cursor=${stamp}`)
  await send('GET', `/api/v1/images?query=${stamp}`)
  await send('GET', `/api/v1/images?handle=${stamp}`)
  await send('GET', `/api/v1/authors/${handle}`)
  await send('GET', `/api/v1/profiles/${handle}`)
  await send('PATCH', '/api/v1/profile', { xHandle: handle, isPrivate: true })

  const { cookies } = await visitor.storageState()
  await visitor.dispose()
  expect(cookies.length).toBeGreaterThan(0)
  const forbidden = [stamp, address, key, ...intents, ...cookies.map(({ value }) => value)]
  for (const { label, trace, last } of requests) {
    let spans: Span[] = []
    await expect(async () => {
      spans = await spansOf(trace)
      expect(spans.filter(({ name }) => name.startsWith(last)).length, label).toBeGreaterThan(0)
    }).toPass()
    const texts = JSON.stringify(spans)
    expect(
      forbidden.filter((what) => texts.includes(what)),
      `${label}: ${texts}`,
    ).toEqual([])
  }

  const unexpected = (await recent()).flatMap(({ service, name, attributes, events }) =>
    [attributes, ...events.map((event) => event.attributes)]
      .flatMap((all) => Object.keys(all))
      .filter((what) => !allowedAttributes.has(what))
      .map((what) => `${what} (${service} ${name})`),
  )
  expect([...new Set(unexpected)]).toEqual([])
})

/** Reads below the list of traces. A request of Playwright takes a second as one of hundreds, one of Node's milliseconds. */
const readTraces = (path: string) => fetch(new URL(path, `${site}/debug/trace/`))

/** Returns the spans of a trace, none before the first has arrived. */
async function spansOf(trace: string): Promise<Span[]> {
  const answer = await readTraces(`${trace}.json`)
  return answer.ok ? ((await answer.json()) as { spans: Span[] }).spans : []
}

/** Returns the spans of the latest traces. */
async function recent(): Promise<Span[]> {
  const list = await (await readTraces('')).text()
  const traces = new Set([...list.matchAll(/debug\/trace\/([0-9a-f]{32})/g)].map(([, trace = '']) => trace))
  expect(traces.size, 'traces to look at').toBeGreaterThan(10)
  return (await Promise.all([...traces].map(spansOf))).flat()
}
