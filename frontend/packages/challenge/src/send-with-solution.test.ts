import { startSpan } from '@mcwick/api-client'
import { mockApi, problem } from '@mcwick/testing'
import { waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createTestChallenge, isAccepted, stubWorker } from './testing'

type Module = typeof import('./send-with-solution') & typeof import('./prepared-solutions')

// Fresh modules, as a page has: prepared solutions are kept between calls.
async function openPage() {
  vi.resetModules()
  const page: Module = { ...(await import('./prepared-solutions')), ...(await import('./send-with-solution')) }
  const { apiFetch } = await import('@mcwick/api-client')
  const { createIdempotentSender } = await import('@mcwick/forms')
  const onSolving = vi.fn()
  const leaving = new AbortController()
  const createOnce = createIdempotentSender('artwork')
  const post = () =>
    createOnce({ meme: 1 }, (_, headers) =>
      page.sendWithSolution('picture', { span: startSpan('test'), signal: leaving.signal, onSolving }, (request) =>
        apiFetch<{ id: string }>('/api/v1/jobs', {
          ...request,
          method: 'POST',
          headers: { ...headers, ...(request.headers as Record<string, string>) },
        }),
      ),
    )
  return { ...page, post, onSolving, leaving }
}

const challenges = 'GET /api/v1/challenge'
const create = 'POST /api/v1/jobs'
const noContent = () => new Response(null, { status: 204 })

function mockServer() {
  const api = mockApi()
  api.on(challenges, async () => Response.json(await createTestChallenge()))
  api.on(create, () => Response.json({ id: 'j1' }, { status: 202 }))
  const headersSent = () => api.requestsTo(create).map(({ headers }) => headers.get('McWick-Solution'))
  return { api, headersSent }
}

beforeEach(() => {
  vi.useRealTimers()
})

describe('sendWithSolution', () => {
  // Verifies CHAL-1.
  it('sends a solution that the reference implementation accepts, prepared while the visitor typed', async () => {
    const workers = stubWorker()
    const { api, headersSent } = mockServer()
    const page = await openPage()
    for (let keystroke = 0; keystroke < 5; keystroke++) page.prepareSolution('picture')
    await waitFor(() => expect(workers[0]?.isTerminated).toBe(true))
    await page.post()
    expect(api.requestsTo(challenges).map(({ url }) => url)).toEqual(['/api/v1/challenge?for=picture'])
    expect(await isAccepted(headersSent()[0] ?? '')).toBe(true)
    expect(page.onSolving).not.toHaveBeenCalled()
    expect(workers.map(({ url }) => url)).toEqual([expect.stringMatching(/\/solver\.worker\.ts$/)])
  })

  it('asks when the button is pressed, if nothing was typed, and reports that the visitor waits', async () => {
    stubWorker()
    const { headersSent } = mockServer()
    const page = await openPage()
    await page.post()
    expect(await isAccepted(headersSent()[0] ?? '')).toBe(true)
    expect(page.onSolving.mock.calls).toEqual([[true], [false]])
  })

  it('uses a solution once', async () => {
    stubWorker()
    const { headersSent } = mockServer()
    const page = await openPage()
    page.prepareSolution('picture')
    await page.post()
    await page.post()
    expect(new Set(headersSent()).size).toBe(2)
  })

  it('uses a solution for what it was asked for only', async () => {
    stubWorker()
    const { api } = mockServer()
    const page = await openPage()
    page.prepareSolution('script')
    await page.post()
    expect(api.requestsTo(challenges).map(({ url }) => url)).toEqual([
      '/api/v1/challenge?for=script',
      '/api/v1/challenge?for=picture',
    ])
  })

  it('asks again once the challenge has expired, or a minute after none was needed', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    stubWorker()
    const { api } = mockServer()
    const page = await openPage()
    const prepareAfter = async (ms: number) => {
      vi.setSystemTime(Date.now() + ms)
      page.prepareSolution('picture')
      await new Promise((resolve) => setTimeout(resolve)) // the mock responds at once
      return api.requestsTo(challenges).length
    }
    api.on(challenges, noContent)
    expect(await prepareAfter(0)).toBe(1)
    expect(await prepareAfter(59_000)).toBe(1)
    api.on(challenges, async () => Response.json(await createTestChallenge()))
    expect(await prepareAfter(1000)).toBe(2)
    expect(await prepareAfter(8 * 60_000)).toBe(2)
    expect(await prepareAfter(60_000)).toBe(3)
  })

  // Verifies CHAL-3.
  it('repeats a call refused for the want of a solution once, under the same key, with a new one', async () => {
    stubWorker()
    const { api, headersSent } = mockServer()
    api.on(challenges, noContent)
    api.on(create, ({ headers }) => {
      api.on(challenges, async () => Response.json(await createTestChallenge()))
      return headers.has('McWick-Solution') ? Response.json({ id: 'j1' }) : problem(429, 'CHALLENGE_REQUIRED')
    })
    const page = await openPage()
    expect(await page.post()).toEqual({ id: 'j1' })
    expect(headersSent()).toEqual([null, expect.any(String)])
    const keys = api.requestsTo(create).map(({ headers }) => headers.get('Idempotency-Key'))
    expect(keys[0]).toBeTruthy()
    expect(keys[1]).toBe(keys[0])
    expect(page.onSolving.mock.calls).toEqual([[true], [false]])
  })

  // Verifies CHAL-3.
  it('repeats a call whose solution was refused without one when no new one can be had', async () => {
    stubWorker()
    const { api, headersSent } = mockServer()
    api.on(create, ({ headers }) => {
      api.on(challenges, noContent)
      return headers.has('McWick-Solution') ? problem(429, 'CHALLENGE_REQUIRED') : Response.json({ id: 'j1' })
    })
    const page = await openPage()
    expect(await page.post()).toEqual({ id: 'j1' })
    expect(headersSent()).toEqual([expect.any(String), null])
  })

  it('repeats a refused call once nothing has to be solved any more', async () => {
    stubWorker()
    const { api, headersSent } = mockServer()
    api.on(challenges, noContent)
    api.on(create, () => {
      api.on(create, () => Response.json({ id: 'j1' }))
      return problem(429, 'CHALLENGE_REQUIRED')
    })
    const page = await openPage()
    expect(await page.post()).toEqual({ id: 'j1' })
    expect(headersSent()).toEqual([null, null])
  })

  it.each<[string, (api: ReturnType<typeof mockApi>) => void]>([
    ['the browser has no Worker', () => vi.stubGlobal('Worker', undefined)],
    ['the worker fails', () => stubWorker(() => Promise.reject(new Error('no thread left')))],
    ['the server does not say what to solve', (api) => api.fail(challenges)],
  ])('does not repeat a refused call when %s', async (_, breakSolving) => {
    stubWorker()
    const { api } = mockServer()
    api.on(create, () => problem(429, 'CHALLENGE_REQUIRED'))
    breakSolving(api)
    const page = await openPage()
    await expect(page.post()).rejects.toMatchObject({ code: 'CHALLENGE_REQUIRED' })
    expect(api.requestsTo(create)).toHaveLength(1)
  })

  it('repeats a call whose solution was refused also when the next challenge fails', async () => {
    stubWorker()
    const { api, headersSent } = mockServer()
    api.on(create, () => {
      api.fail(challenges)
      return problem(429, 'CHALLENGE_REQUIRED')
    })
    const page = await openPage()
    await expect(page.post()).rejects.toMatchObject({ code: 'CHALLENGE_REQUIRED' })
    expect(headersSent()).toEqual([expect.any(String), null])
  })

  it('fails with the refusal when the repeat is refused too', async () => {
    stubWorker()
    const { api } = mockServer()
    api.on(create, () => problem(429, 'CHALLENGE_REQUIRED', {}, 'Solve it first.'))
    const page = await openPage()
    await expect(page.post()).rejects.toMatchObject({ code: 'CHALLENGE_REQUIRED', detail: 'Solve it first.' })
    expect(api.requestsTo(create)).toHaveLength(2)
  })

  it('does not repeat other refusals', async () => {
    stubWorker()
    const { api } = mockServer()
    api.on(create, () => problem(429, 'RATE_LIMITED'))
    const page = await openPage()
    await expect(page.post()).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    expect(api.requestsTo(create)).toHaveLength(1)
  })

  it('stops waiting when the visitor leaves', async () => {
    stubWorker(() => new Promise(() => undefined))
    const { api } = mockServer()
    const page = await openPage()
    page.onSolving.mockImplementation(() => page.leaving.abort())
    await expect(page.post()).rejects.toThrow()
    expect(api.requestsTo(create)).toHaveLength(0)
  })

  describe('without a solution', () => {
    /** Sends a call, and expects that it is sent without a solution and not refused. */
    async function expectPlainCall({ api, headersSent } = mockServer()) {
      const page = await openPage()
      page.prepareSolution('picture')
      expect(await page.post()).toEqual({ id: 'j1' })
      expect(headersSent()).toEqual([null])
      return api.requestsTo(challenges).length
    }

    // Verifies CHAL-2.
    it('sends the call when the browser has no Worker, and asks for nothing', async () => {
      vi.stubGlobal('Worker', undefined)
      expect(await expectPlainCall()).toBe(0)
    })

    it('sends the call without WebCrypto, as over plain HTTP', async () => {
      stubWorker()
      vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
      expect(await expectPlainCall()).toBe(0)
    })

    it.each<[string, (challenge: unknown) => Promise<unknown>]>([
      ['fails', () => Promise.reject(new Error('no thread left'))],
      ['finds no solution', async () => undefined],
    ])('sends the call when the worker %s', async (_, answer) => {
      stubWorker(answer)
      await expectPlainCall()
    })

    it('sends the call when the worker may not be started', async () => {
      vi.stubGlobal(
        'Worker',
        class {
          constructor() {
            throw new DOMException('from another origin', 'SecurityError')
          }
        },
      )
      await expectPlainCall()
    })

    it('sends the call when the server has no challenges', async () => {
      stubWorker()
      const server = mockServer()
      server.api.fail(challenges, 404, 'NOT_FOUND')
      await expectPlainCall(server)
    })

    it('sends the call after 30 seconds of solving, and ends the worker', async () => {
      const workers = stubWorker(() => new Promise(() => undefined))
      const { headersSent } = mockServer()
      const page = await openPage()
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      const sent = page.post()
      await vi.waitUntil(() => workers.length > 0, { timeout: 10_000 })
      vi.advanceTimersByTime(29_999)
      expect(headersSent()).toEqual([])
      vi.advanceTimersByTime(1)
      await sent
      expect(headersSent()).toEqual([null])
      expect(workers[0]?.isTerminated).toBe(true)
    })
  })
})
