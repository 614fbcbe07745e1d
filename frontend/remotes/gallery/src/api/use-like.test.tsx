import type { Image } from '@mcwick/api-calls'
import { storeUser } from '@mcwick/session'
import { mockApi, problem } from '@mcwick/testing'
import { act, renderHook } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { useLike } from './use-like'

const image = { likes: 4 } as Image
const longAfterMs = 60_000

/** Likes a picture, and keeps when that is sent, in milliseconds after the click. */
async function like(id: string, answer: () => Response | Promise<Response>) {
  const sentAt: number[] = []
  const clickedAt = Date.now()
  mockApi().on('PUT /api/v1/images/{id}/like', () => {
    sentAt.push(Date.now() - clickedAt)
    return answer()
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
  it('says that a like has not arrived, and sends it again until it has', async () => {
    let answer = () => new Response('', { status: 429, headers: { 'retry-after': '90' } })
    const { result, sentAt } = await like('limited', () => answer())
    expect(result.current).toMatchObject({ isLiked: true, count: 5, error: { status: 429 } })
    answer = () => Response.json({ likes: 7 })
    await act(() => vi.advanceTimersByTimeAsync(40_000))
    expect(sentAt).toEqual([0, 1000, 3000, 93_000])
    expect(result.current).toMatchObject({ isLiked: true, count: 7, error: undefined })
  })

  // Verifies GAL-15.
  it.each([
    ['the server cannot tell', () => problem(504, 'OUTCOME_UNKNOWN'), true],
    ['the server took too long', () => problem(504, 'TIMEOUT'), true],
    ['there was no answer', () => Promise.reject(new TypeError('offline')), true],
    ['it was refused', () => problem(503, 'UNAVAILABLE'), false],
  ])('says whether a like may have arrived: %s', async (name, answer, isUnknown) => {
    const { result } = await like(`outcome ${name}`, answer)
    expect(result.current).toMatchObject({ isLiked: true, isUnknown })
  })

  // Verifies GAL-15.
  it('does not take a like for refused that may have arrived before, and settles it by a repeat', async () => {
    let answer = () => problem(504, 'OUTCOME_UNKNOWN')
    const { result } = await like('settled', () => {
      const first = answer()
      answer = () => problem(503, 'UNAVAILABLE')
      return first
    })
    expect(result.current).toMatchObject({ isUnknown: true, error: { status: 503 } })
    answer = () => Response.json({ likes: 5 })
    await act(async () => {
      result.current.resend()
      await vi.advanceTimersByTimeAsync(0)
    })
    expect(result.current).toMatchObject({ isUnknown: false, error: undefined, count: 5 })
  })

  // Verifies GAL-14.
  it('sends it at once when that is asked for', async () => {
    let answer = () => new Response('', { status: 429 })
    const { result, sentAt } = await like('again', () => answer())
    answer = () => Response.json({ likes: 5 })
    await act(async () => {
      result.current.resend()
      await vi.advanceTimersByTimeAsync(0)
    })
    expect(result.current.error).toBeUndefined()
    await act(() => vi.advanceTimersByTimeAsync(10 * longAfterMs))
    expect(sentAt).toEqual([0, 1000, 3000, longAfterMs])
  })

  // Verifies GAL-13.
  it.each([
    ['no answer', () => Promise.reject(new TypeError('offline')), [0, 1000, 3000]],
    ['too many likes', () => new Response('', { status: 429 }), [0, 1000, 3000]],
    ['the server’s fault', () => new Response('', { status: 503 }), [0, 1000, 3000]],
    ['no such picture', () => new Response('', { status: 404 }), [0]],
    ['a like that arrived', () => Response.json({ likes: 5 }), [0]],
  ])('after %s sends it as often as may help', async (name, answer, times) => {
    expect((await like(name, answer)).sentAt).toEqual(times)
  })

  describe('with two accounts in one browser', () => {
    const logIn = (name: string) => act(() => storeUser({ xHandle: `@${name}`, publicKey: name.repeat(64) }))

    it('knows of each what it likes', async () => {
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

    it('sends no like of one for the other', async () => {
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
