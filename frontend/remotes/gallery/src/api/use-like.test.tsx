import type { Image } from '@mcwick/api-calls'
import { storeUser } from '@mcwick/session'
import { mockApi, problem } from '@mcwick/testing'
import { act, renderHook } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { useLike } from './use-like'

const image = { likes: 4 } as Image
const longAfterMs = 60_000

/** Likes an image, and records when requests are sent, in milliseconds after the click. */
async function like(id: string, respond: () => Response | Promise<Response>) {
  const sentAt: number[] = []
  const clickedAt = Date.now()
  mockApi().on('PUT /api/v1/images/{id}/like', (request) => {
    if (decodeURIComponent(request.id) !== id) return Response.json({ likes: 1 }) // one of another test is resent
    sentAt.push(Date.now() - clickedAt)
    return respond()
  })
  const { result } = renderHook(() => useLike({ ...image, id }))
  await act(async () => {
    result.current.like()
    await vi.advanceTimersByTimeAsync(longAfterMs)
  })
  return { result, sentAt }
}

describe('useLike', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })

  // Verifies GAL-14.
  it('resends a failed like until it succeeds', async () => {
    let respond = () => new Response('', { status: 429, headers: { 'retry-after': '90' } })
    const { result, sentAt } = await like('limited', () => respond())
    expect(result.current).toMatchObject({ isLiked: true, count: 5, error: { status: 429 } })
    respond = () => Response.json({ likes: 7 })
    await act(() => vi.advanceTimersByTimeAsync(40_000))
    expect(sentAt).toEqual([0, 1000, 3000, 93_000])
    expect(result.current).toMatchObject({ isLiked: true, count: 7, error: undefined })
  })

  // Verifies GAL-15.
  it.each([
    ['the outcome is unknown', () => problem(504, 'OUTCOME_UNKNOWN'), true],
    ['the server timed out', () => problem(504, 'TIMEOUT'), true],
    ['there was no response', () => Promise.reject(new TypeError('offline')), true],
    ['it was refused', () => problem(503, 'UNAVAILABLE'), false],
  ])('reports whether the outcome of a like is unknown: %s', async (name, respond, isUnknown) => {
    const { result } = await like(`outcome ${name}`, respond)
    expect(result.current).toMatchObject({ isLiked: true, isUnknown })
  })

  // Verifies GAL-15.
  it('keeps an unknown outcome after a later rejection, and settles it by a retry', async () => {
    let respond = () => problem(504, 'OUTCOME_UNKNOWN')
    const { result } = await like('settled', () => {
      const first = respond()
      respond = () => problem(503, 'UNAVAILABLE')
      return first
    })
    expect(result.current).toMatchObject({ isUnknown: true, error: { status: 503 } })
    respond = () => Response.json({ likes: 5 })
    await act(async () => {
      result.current.resend()
      await vi.advanceTimersByTimeAsync(0)
    })
    expect(result.current).toMatchObject({ isUnknown: false, error: undefined, count: 5 })
  })

  // Verifies GAL-14.
  it('resends at once on request', async () => {
    let respond = () => new Response('', { status: 429 })
    const { result, sentAt } = await like('again', () => respond())
    respond = () => Response.json({ likes: 5 })
    await act(async () => {
      result.current.resend()
      await vi.advanceTimersByTimeAsync(0)
    })
    expect(result.current.error).toBeUndefined()
    await act(() => vi.advanceTimersByTimeAsync(10 * longAfterMs))
    expect(sentAt).toEqual([0, 1000, 3000, longAfterMs])
  })

  it('resends when the browser is online again, once', async () => {
    let respond: () => Response | Promise<Response> = () => Promise.reject(new TypeError('offline'))
    const { result, sentAt } = await like('offline', () => respond())
    respond = () => Response.json({ likes: 5 })
    await act(async () => {
      dispatchEvent(new Event('online'))
      dispatchEvent(new Event('online'))
      await vi.advanceTimersByTimeAsync(10 * longAfterMs)
    })
    expect(result.current.error).toBeUndefined()
    expect(sentAt).toEqual([0, 1000, 3000, longAfterMs])
  })

  // Verifies GAL-13.
  it.each([
    ['no response', () => Promise.reject(new TypeError('offline')), [0, 1000, 3000]],
    ['a rate limit', () => new Response('', { status: 429 }), [0, 1000, 3000]],
    ['a server error', () => new Response('', { status: 503 }), [0, 1000, 3000]],
    ['a missing image', () => new Response('', { status: 404 }), [0]],
    ['a success', () => Response.json({ likes: 5 }), [0]],
  ])('retries only where that may help, after %s', async (name, respond, times) => {
    expect((await like(name, respond)).sentAt).toEqual(times)
  })

  // Verifies GAL-14.
  it('reports nothing that is tried again once a retry cannot help', async () => {
    let respond = () => problem(504, 'OUTCOME_UNKNOWN')
    const { result, sentAt } = await like('gone', () => respond())
    expect(result.current).toMatchObject({ isUnknown: true, error: { status: 504 } })
    respond = () => problem(404, 'IMAGE_NOT_FOUND')
    await act(async () => {
      result.current.resend()
      await vi.advanceTimersByTimeAsync(10 * longAfterMs)
    })
    expect(sentAt).toHaveLength(4)
    expect(result.current).toMatchObject({ isLiked: true, isUnknown: false, error: undefined })
  })

  // Verifies MOD-18.
  it.each([
    ['blocked', 403, 'BLOCKED', 'Snuffed until 15:04.', [0]],
    ['no cookie', 401, 'VISITOR_REQUIRED', 'Open the page first, then try again.', [0, 0]], // once more for a cookie
  ])('keeps the refusal of a visitor, and does not resend: %s', async (name, status, code, detail, times) => {
    const { result, sentAt } = await like(name, () => problem(status, code, {}, detail))
    expect(result.current).toMatchObject({ isLiked: true, isUnknown: false, error: { detail } })
    expect(sentAt).toEqual(times)
  })

  // Verifies GAL-15.
  it('says nothing of a refusal of a like that may be stored', async () => {
    let calls = 0
    const { result } = await like('stored', () => problem(++calls === 1 ? 504 : 403, 'BLOCKED'))
    expect(calls).toBe(2)
    expect(result.current).toMatchObject({ isLiked: true, error: undefined })
  })

  describe('with two accounts in one browser', () => {
    const logIn = (name: string) => act(() => storeUser({ xHandle: `@${name}`, publicKey: name.repeat(64) }))

    it('keeps the likes of each account', async () => {
      logIn('a')
      const { result } = await like('of two', () => Response.json({ likes: 5 }))
      expect(result.current).toMatchObject({ isLiked: true, count: 5 })
      logIn('b')
      expect(result.current).toMatchObject({ isLiked: false, count: 4 })
      act(() => storeUser(null))
      expect(result.current).toMatchObject({ isLiked: false, count: 4 })
      logIn('a')
      expect(result.current).toMatchObject({ isLiked: true, count: 5 })
    })

    it('does not send the like of one account for the other', async () => {
      logIn('a')
      const { result, sentAt } = await like('of the first', () => new Response('', { status: 503 }))
      expect(sentAt).toEqual([0, 1000, 3000])
      logIn('b')
      await act(() => vi.advanceTimersByTimeAsync(10 * longAfterMs))
      expect(sentAt).toHaveLength(3)
      expect(result.current).toMatchObject({ isLiked: false, error: undefined })
      logIn('a')
      expect(result.current).toMatchObject({ isLiked: true, error: { status: 503 } })
      await act(() => vi.advanceTimersByTimeAsync(longAfterMs))
      expect(sentAt.length).toBeGreaterThan(3)
    })
  })
})
