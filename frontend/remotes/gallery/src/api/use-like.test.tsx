import type { Image } from '@mcwick/api-client'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { useLike } from './use-like'

const image = { likes: 4 } as Image
const longAfterMs = 60_000

/** Likes a picture and tells when that is sent, in milliseconds after the click. */
async function sent(id: string, answer: () => Response | Promise<Response>) {
  const sentAt: number[] = []
  const clickedAt = Date.now()
  vi.stubGlobal('fetch', async (url: string) => {
    if (!url.endsWith('/like')) return Response.json({ user: null })
    sentAt.push(Date.now() - clickedAt)
    return answer()
  })
  const client = new QueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const { result } = renderHook(() => useLike({ ...image, id }), { wrapper })
  await act(async () => {
    result.current.like()
    await vi.advanceTimersByTimeAsync(longAfterMs)
  })
  return sentAt
}

describe('useLike', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })

  it.each([
    ['no answer', () => Promise.reject(new TypeError('offline')), [0, 1000, 3000]],
    ['too many likes', () => new Response('', { status: 429 }), [0, 1000, 3000]],
    ['the server’s fault', () => new Response('', { status: 503 }), [0, 1000, 3000]],
    ['no such picture', () => new Response('', { status: 404 }), [0]],
    ['a like that arrived', () => Response.json({ likes: 5 }), [0]],
  ])('after %s sends it as often as may help', async (name, answer, times) => {
    expect(await sent(name, answer)).toEqual(times)
  })
})
