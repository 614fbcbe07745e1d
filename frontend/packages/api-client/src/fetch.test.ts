import { describe, expect, it, vi } from 'vitest'
import type { ApiRequest } from './fetch'

/** Loads fresh modules, as a page does: the session is requested once per page. */
async function loadClient(respond: (url: string, init: RequestInit) => Response | Promise<Response>) {
  vi.resetModules()
  const calls: { url: string; headers: Headers }[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    calls.push({ url, headers: new Headers(init.headers) })
    return respond(url, init)
  })
  const client = await import('./index')
  const post = (url: string, request: ApiRequest = {}) => client.apiFetch(url, { ...request, method: 'POST' })
  return { calls, client: { ...client, post } }
}

const problem = (status: number, body: object, headers = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/problem+json', ...headers } })

type Client = Awaited<ReturnType<typeof loadClient>>['client']

/** Never responds; rejects when the call is aborted. */
const neverUntilAborted = ({ signal }: RequestInit) =>
  new Promise<Response>((_, reject) => {
    const abort = () => reject(new DOMException('', 'AbortError'))
    if (signal?.aborted) abort()
    else signal?.addEventListener('abort', abort)
  })

describe('apiFetch', () => {
  it('sends a traceparent header with each call', async () => {
    const { calls, client } = await loadClient(() => Response.json({ images: [], nextCursor: '' }))
    await client.apiFetch('/api/v1/images?type=meme')
    expect(calls[0]?.headers.get('traceparent')).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/)
  })

  // Verifies REQ-12.
  it.each([false, true])(
    'aborts a read in a browser that cannot combine signals; aborted before: %s',
    async (before) => {
      vi.stubGlobal('AbortSignal', {})
      const { client, calls } = await loadClient((_, init) => neverUntilAborted(init))
      const leaving = new AbortController()
      if (before) leaving.abort()
      const read = client.apiFetch('/api/v1/images', { signal: leaving.signal })
      if (!before) await vi.waitFor(() => expect(calls).toHaveLength(1))
      leaving.abort()
      await expect(read).rejects.toMatchObject({ name: 'AbortError' })
    },
  )

  it('sends the JSON content type with every POST, also without a body', async () => {
    const { calls, client } = await loadClient(() => Response.json({}))
    await client.post('/api/v1/jobs/1/cancel')
    expect(calls.at(-1)?.headers.get('content-type')).toBe('application/json')
  })

  it('sends the calls of one user action in one trace', async () => {
    const { calls, client } = await loadClient(() => Response.json({ likes: 1 }))
    const traceId = await client.userAction('like', async (span) => {
      await client.post('/api/v1/images/1/like', { span })
      return span.traceId
    })
    expect(calls.at(-1)?.headers.get('traceparent')).toContain(traceId)
  })

  it('requests the session once, before the first change', async () => {
    const { calls, client } = await loadClient(() => Response.json({ likes: 1 }))
    await client.post('/api/v1/images/1/like')
    await client.post('/api/v1/images/2/like')
    expect(calls.map(({ url }) => url)).toEqual([
      '/api/v1/sessions/current',
      '/api/v1/images/1/like',
      '/api/v1/images/2/like',
    ])
  })

  it('waits for the session before a personal read only', async () => {
    const { calls, client } = await loadClient(() => Response.json({ images: [], nextCursor: '' }))
    await client.apiFetch('/api/v1/images')
    await client.apiFetch('/api/v1/images', { personal: true })
    expect(calls.map(({ url }) => url)).toEqual(['/api/v1/images', '/api/v1/sessions/current', '/api/v1/images'])
  })

  it('renews a missing device cookie and retries the call once', async () => {
    let hasCookie = false
    const { calls, client } = await loadClient((url) => {
      if (url.endsWith('/sessions/current')) hasCookie = calls.length > 1
      return hasCookie ? Response.json({ likes: 1 }) : problem(401, { code: 'VISITOR_REQUIRED' })
    })
    await expect(client.apiFetch('/api/v1/jobs/1')).resolves.toEqual({ likes: 1 })
    expect(calls.map(({ url }) => url)).toEqual(['/api/v1/jobs/1', '/api/v1/sessions/current', '/api/v1/jobs/1'])
  })

  it('fails when the retry is unauthorized too', async () => {
    const { calls, client } = await loadClient((url) =>
      url.endsWith('/sessions/current')
        ? Response.json({ user: null })
        : problem(401, { code: 'VISITOR_REQUIRED', detail: 'Open the page first.' }),
    )
    await expect(client.apiFetch('/api/v1/jobs/1')).rejects.toMatchObject({ status: 401 })
    expect(calls).toHaveLength(3)
  })

  it('turns a problem document into an ApiError', async () => {
    const { client } = await loadClient(() =>
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

  it('fails with NO_ANSWER without a response', async () => {
    const { client } = await loadClient(() => Promise.reject(new TypeError('offline')))
    await expect(client.apiFetch('/api/v1/images')).rejects.toMatchObject({ status: 0, code: 'NO_ANSWER', detail: '' })
  })

  // Verifies HOME-9.
  it.each([
    ['a read', 10, (client: Client) => client.apiFetch('/api/v1/images')],
    ['a change', 30, (client: Client) => client.post('/api/v1/images/1/like')],
    ['a stream', 30, (client: Client) => client.apiFetchEvents('/api/v1/jobs/1/events', () => undefined)],
  ])('times out %s after %d s', async (_, seconds, request) => {
    const { client } = await loadClient((url, init) =>
      url.endsWith('/sessions/current') ? Response.json({}) : neverUntilAborted(init),
    )
    await client.deviceReady()
    vi.useFakeTimers()
    const settled = vi.fn()
    const pending = request(client).then(settled, settled)
    await vi.advanceTimersByTimeAsync(seconds * 1000 - 1)
    expect(settled).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    await pending
    expect(settled.mock.lastCall?.[0]).toMatchObject({ status: 0, code: 'TIMED_OUT' })
  })

  it('fails with UNREADABLE_ANSWER for an HTML error page', async () => {
    const { client } = await loadClient(() => new Response('<html>', { status: 502 }))
    await expect(client.apiFetch('/api/v1/images')).rejects.toMatchObject({ status: 502, code: 'UNREADABLE_ANSWER' })
  })
})

describe('apiFetchBlob', () => {
  it('returns a file, with trace and device cookie', async () => {
    const { calls, client } = await loadClient(() => new Response('PNG', { headers: { 'content-type': 'image/png' } }))
    const blob = await client.apiFetchBlob('/api/v1/artworks/1/preview', { method: 'POST' })
    expect(await blob.text()).toBe('PNG')
    expect(calls.map(({ url }) => url)).toEqual(['/api/v1/sessions/current', '/api/v1/artworks/1/preview'])
    expect(calls[1]?.headers.get('traceparent')).toBeTruthy()
  })

  it('turns a problem document into an ApiError', async () => {
    const { client } = await loadClient(() => problem(400, { code: 'TEXT_NOT_DRAWABLE' }))
    await expect(client.apiFetchBlob('/x')).rejects.toMatchObject({ status: 400, code: 'TEXT_NOT_DRAWABLE' })
  })

  it('sends another host no header that needs its consent', async () => {
    const { calls, client } = await loadClient(() => new Response('PNG'))
    await client.apiFetchBlob('https://cdn.example/media/p.png')
    expect([...(calls[0]?.headers ?? [])]).toEqual([])
  })

  describe('on a slow network', () => {
    /** Reads a file whose chunks arrive at these seconds; its last one ends it. */
    async function readSlowly(...seconds: number[]) {
      vi.useFakeTimers()
      const { client } = await loadClient((_, { signal }) => {
        const body = new ReadableStream({
          start(controller) {
            signal?.addEventListener('abort', () => controller.error(signal.reason))
            for (const second of seconds)
              setTimeout(() => {
                if (signal?.aborted) return
                controller.enqueue(new TextEncoder().encode(`${second} `))
                if (second === seconds.at(-1)) controller.close()
              }, second * 1000)
          },
        })
        return new Response(body, { headers: { 'content-type': 'image/png' } })
      })
      const read = client.apiFetchBlob('/media/p.png').catch((error) => error)
      await vi.advanceTimersByTimeAsync(60_000)
      return read
    }

    it('reads a file that takes longer than 30 seconds', async () => {
      const blob = await readSlowly(20, 40, 59)
      expect(blob.type).toBe('image/png')
      expect(await blob.text()).toBe('20 40 59 ')
    })

    it('times out when nothing arrives for 30 seconds', async () => {
      expect(await readSlowly(20, 51)).toMatchObject({ status: 0, code: 'TIMED_OUT' })
    })
  })
})

describe('routeOf', () => {
  it('replaces ids and drops the query', async () => {
    const { routeOf } = await import('./send')
    expect(routeOf('/api/v1/images/0192aaaa-0000-7000-8000-000000000001/like?x=1')).toBe('/api/v1/images/{id}/like')
    expect(routeOf('/media/memes/0192aaaa-0000-7000-8000-000000000001.png')).toBe('/media/memes/{id}.png')
  })
})
