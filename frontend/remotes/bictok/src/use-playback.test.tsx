import { ApiError } from '@mcwick/api-client'
import { act, render, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { type Playable, usePlayback } from './use-playback'

const first: Playable = { source: '/media/a.mp4?signature=1', captions: '/media/a.vtt?signature=1' }
const second: Playable = { source: '/media/a.mp4?signature=2', captions: '/media/a.vtt?signature=2' }

function Player({ urls, renew }: { urls: Playable; renew?: () => Promise<Playable> }) {
  const { ref, current, failure, retry } = usePlayback<HTMLVideoElement, Playable>(urls, renew)
  if (failure)
    return (
      <button type="button" onClick={retry}>
        {failure}
      </button>
    )
  return (
    <video ref={ref} title="player">
      <source src={current.source} />
      <track kind="captions" src={current.captions} />
    </video>
  )
}

const player = () => screen.getByTitle<HTMLVideoElement>('player')
const urls = () => ['source', 'track'].map((part) => player().querySelector(part)?.getAttribute('src'))
const refuse = (part: 'source' | 'track' | 'video') =>
  act(async () => {
    const target = part === 'video' ? player() : player().querySelector(part)
    target?.dispatchEvent(new Event('error'))
  })
const problem = (status: number) => new ApiError(status, 'X', '', '')

/** Renders a player that was at 12 s, and returns the calls of its methods. */
function play({ paused = false, renew = async () => second } = {}) {
  const calls: string[] = []
  const renewed = vi.fn(renew)
  const { rerender } = render(<Player urls={first} renew={renewed} />)
  const video = player()
  Object.defineProperty(video, 'paused', { value: paused })
  Object.defineProperty(video, 'readyState', { value: 4, configurable: true })
  video.currentTime = 12
  video.load = () => {
    calls.push('load')
    video.currentTime = 0
  }
  video.play = async () => void calls.push(`play at ${video.currentTime}`)
  return { calls, renewed, rerender, video }
}

describe('usePlayback', () => {
  beforeEach(() => vi.spyOn(console, 'error').mockImplementation(() => undefined))

  // Verifies ADDR-8.
  it.each(['source', 'video'] as const)('goes on at the same position when the %s is refused', async (part) => {
    const { calls, video } = play()
    await refuse(part)
    expect(urls()).toEqual([second.source, second.captions])
    video.dispatchEvent(new Event('loadedmetadata'))
    expect(video.currentTime).toBe(12)
    expect(calls).toEqual(['load', 'play at 12'])
  })

  // Verifies ADDR-8.
  it('stays paused', async () => {
    const { calls, video } = play({ paused: true })
    await refuse('video')
    video.dispatchEvent(new Event('loadedmetadata'))
    expect(video.currentTime).toBe(12)
    expect(calls).toEqual(['load'])
  })

  // Verifies ADDR-8.
  it('goes on playing when only the captions are refused', async () => {
    const { calls } = play()
    await refuse('track')
    expect(urls()).toEqual([first.source, second.captions])
    expect(calls).toEqual([])
  })

  it('keeps the URLs that it plays from when there are newer ones', async () => {
    const { rerender, calls } = play()
    rerender(<Player urls={second} renew={async () => second} />)
    expect(urls()[0]).toBe(first.source)
    expect(calls).toEqual([])
  })

  it('takes newer URLs before anything is loaded', async () => {
    const { rerender, calls, video } = play()
    Object.defineProperty(video, 'readyState', { value: 0 })
    rerender(<Player urls={second} renew={async () => second} />)
    expect(urls()).toEqual([second.source, second.captions])
    expect(calls).toEqual(['load'])
  })

  it.each([
    ['missing', 'it is not there any more', 404],
    ['failed', 'there is no new URL now', 503],
  ])('is %s when %s', async (failure, _, status) => {
    play({ renew: () => Promise.reject(problem(status)) })
    await refuse('source')
    expect(screen.getByRole('button', { name: failure })).toBeTruthy()
  })

  it('goes on at the same position when it is retried', async () => {
    vi.stubGlobal('fetch', async () => new Response('', { status: 503 }))
    play({ renew: async () => first })
    await refuse('source')
    act(() => screen.getByRole('button', { name: 'failed' }).click())
    player().dispatchEvent(new Event('loadedmetadata'))
    expect(player().currentTime).toBe(12)
  })

  it('forgets where its captions were refused', async () => {
    const { video } = play()
    await refuse('track')
    video.currentTime = 40
    await refuse('source')
    video.dispatchEvent(new Event('loadedmetadata'))
    expect(video.currentTime).toBe(40)
  })

  describe.each([
    ['the new URL is the refused one', async () => first],
    ['the URL is good for ever', undefined],
  ])('when %s', (_, renew) => {
    const refuseAll = async (respond: () => Promise<Response>) => {
      const request = vi.fn<typeof fetch>(respond)
      vi.stubGlobal('fetch', request)
      render(<Player urls={first} renew={renew} />)
      await refuse('source')
      return request
    }

    it.each([404, 410])('is missing when the server answers %i', async (status) => {
      const request = await refuseAll(async () => new Response('', { status }))
      expect(screen.getByRole('button', { name: 'missing' })).toBeTruthy()
      const options = { headers: { Range: 'bytes=0-0' }, cache: 'no-store' }
      expect(request).toHaveBeenCalledExactlyOnceWith(first.source, expect.objectContaining(options))
    })

    it.each([
      ['it is there', async () => new Response('', { status: 206 })],
      ['the server fails', async () => new Response('', { status: 503 })],
      ['nothing answers', () => Promise.reject(new TypeError('offline'))],
    ])('is failed while %s, and plays on retry', async (_, respond) => {
      await refuseAll(respond)
      act(() => screen.getByRole('button', { name: 'failed' }).click())
      expect(urls()).toEqual([first.source, first.captions])
    })
  })
})
