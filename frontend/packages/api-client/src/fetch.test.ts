import { describe, expect, it, vi } from 'vitest'
import type { ApiRequest } from './fetch'

/** Fresh modules: the session is asked for once in the life of a page. */
async function page(answer: (url: string, init: RequestInit) => Response | Promise<Response>) {
  vi.resetModules()
  const calls: { url: string; headers: Headers }[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    calls.push({ url, headers: new Headers(init.headers) })
    return answer(url, init)
  })
  const client = await import('./index')
  const post = (url: string, request: ApiRequest = {}) => client.apiFetch(url, { ...request, method: 'POST' })
  return { calls, client: { ...client, post } }
}

const problem = (status: number, body: object, headers = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/problem+json', ...headers } })

type Client = Awaited<ReturnType<typeof page>>['client']

/** No answer, until the call is given up. */
const neverUntilAborted = ({ signal }: RequestInit) =>
  new Promise<Response>((_, reject) =>
    signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError'))),
  )

describe('apiFetch', () => {
  it('sends a trace with each call', async () => {
    const { calls, client } = await page(() => Response.json({ images: [], nextCursor: '' }))
    await client.apiFetch('/api/v1/images?type=meme')
    expect(calls[0]?.headers.get('traceparent')).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/)
  })

  it('names JSON in every post, also in one without a body', async () => {
    const { calls, client } = await page(() => Response.json({}))
    await client.post('/api/v1/jobs/1/cancel')
    expect(calls.at(-1)?.headers.get('content-type')).toBe('application/json')
  })

  it('puts the calls of one action on one trace', async () => {
    const { calls, client } = await page(() => Response.json({ likes: 1 }))
    const traceId = await client.userAction('like', async (span) => {
      await client.post('/api/v1/images/1/like', { span })
      return span.traceId
    })
    expect(calls.at(-1)?.headers.get('traceparent')).toContain(traceId)
  })

  it('asks for the session before the first change, once', async () => {
    const { calls, client } = await page(() => Response.json({ likes: 1 }))
    await client.post('/api/v1/images/1/like')
    await client.post('/api/v1/images/2/like')
    expect(calls.map(({ url }) => url)).toEqual([
      '/api/v1/sessions/current',
      '/api/v1/images/1/like',
      '/api/v1/images/2/like',
    ])
  })

  it('lets a personal read wait for the session, and no other', async () => {
    const { calls, client } = await page(() => Response.json({ images: [], nextCursor: '' }))
    await client.apiFetch('/api/v1/images')
    await client.apiFetch('/api/v1/images', { personal: true })
    expect(calls.map(({ url }) => url)).toEqual(['/api/v1/images', '/api/v1/sessions/current', '/api/v1/images'])
  })

  it('gets a lost cookie back and sends the call once more', async () => {
    let known = false
    const { calls, client } = await page((url) => {
      if (url.endsWith('/sessions/current')) known = calls.length > 1
      return known ? Response.json({ likes: 1 }) : problem(401, { code: 'VISITOR_REQUIRED' })
    })
    await expect(client.apiFetch('/api/v1/jobs/1')).resolves.toEqual({ likes: 1 })
    expect(calls.map(({ url }) => url)).toEqual(['/api/v1/jobs/1', '/api/v1/sessions/current', '/api/v1/jobs/1'])
  })

  it('takes a second refusal for an answer', async () => {
    const { calls, client } = await page((url) =>
      url.endsWith('/sessions/current')
        ? Response.json({ user: null })
        : problem(401, { code: 'VISITOR_REQUIRED', detail: 'Open the page first.' }),
    )
    await expect(client.apiFetch('/api/v1/jobs/1')).rejects.toMatchObject({ status: 401 })
    expect(calls).toHaveLength(3)
  })

  it('turns a problem document into an ApiError', async () => {
    const { client } = await page(() =>
      problem(429, { code: 'GENERATION_QUOTA', detail: 'Come back later.', traceId: 'abc' }, { 'retry-after': '40' }),
    )
    await expect(client.apiFetch('/api/v1/images')).rejects.toMatchObject({
      status: 429,
      code: 'GENERATION_QUOTA',
      detail: 'Come back later.',
      traceId: 'abc',
      retryAfter: 40,
    })
  })

  it('names a call without an answer', async () => {
    const { client } = await page(() => Promise.reject(new TypeError('offline')))
    await expect(client.apiFetch('/api/v1/images')).rejects.toMatchObject({ status: 0, code: 'NO_ANSWER', detail: '' })
  })

  // Verifies HOME-9.
  it.each([
    ['a read', 10, (client: Client) => client.apiFetch('/api/v1/images')],
    ['a change', 30, (client: Client) => client.post('/api/v1/images/1/like')],
    ['a stream', 30, (client: Client) => client.apiFetchEvents('/api/v1/jobs/1/events', () => undefined)],
  ])('gives %s up after %d s without an answer', async (_, seconds, ask) => {
    const { client } = await page((url, init) =>
      url.endsWith('/sessions/current') ? Response.json({}) : neverUntilAborted(init),
    )
    await client.deviceReady()
    vi.useFakeTimers()
    const given = vi.fn()
    const asked = ask(client).then(given, given)
    await vi.advanceTimersByTimeAsync(seconds * 1000 - 1)
    expect(given).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    await asked
    expect(given.mock.lastCall?.[0]).toMatchObject({ status: 0, code: 'TIMED_OUT' })
  })

  it('does not take a page of a proxy for a problem document', async () => {
    const { client } = await page(() => new Response('<html>', { status: 502 }))
    await expect(client.apiFetch('/api/v1/images')).rejects.toMatchObject({ status: 502, code: 'UNREADABLE_ANSWER' })
  })
})

describe('apiFetchBlob', () => {
  it('brings a file, traced and with the cookie as any other call', async () => {
    const { calls, client } = await page(() => new Response('PNG', { headers: { 'content-type': 'image/png' } }))
    const blob = await client.apiFetchBlob('/api/v1/artworks/1/preview', { method: 'POST' })
    expect(await blob.text()).toBe('PNG')
    expect(calls.map(({ url }) => url)).toEqual(['/api/v1/sessions/current', '/api/v1/artworks/1/preview'])
    expect(calls[1]?.headers.get('traceparent')).toBeTruthy()
  })

  it('turns a problem document into an ApiError', async () => {
    const { client } = await page(() => problem(400, { code: 'TEXT_NOT_DRAWABLE' }))
    await expect(client.apiFetchBlob('/x')).rejects.toMatchObject({ status: 400, code: 'TEXT_NOT_DRAWABLE' })
  })
})

describe('routeOf', () => {
  it('takes out ids and the query', async () => {
    const { routeOf } = await import('./send')
    expect(routeOf('/api/v1/images/0192aaaa-0000-7000-8000-000000000001/like?x=1')).toBe('/api/v1/images/{id}/like')
  })
})
