import type { JobArtwork } from '@mcwick/api-calls'
import { renderPage } from '@mcwick/testing'
import { act } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { fetchArtwork } from './fetch-artwork'
import { type ArtworkImage, useArtworkImage } from './use-artwork-image'

const artwork: JobArtwork = {
  id: 'a1',
  objectName: 'ai-generations/a1.png',
  address: '/media/ai-generations/a1.png?signature=old',
  source: 'ai',
  generator: '',
}
const renewed = '/media/ai-generations/a1.png?signature=new'

/** Answers requests for media by `media`, and for the job with the renewed address. Returns the requested URLs. */
function mockFetch(media: (url: string) => Response | Promise<Response>): string[] {
  const urls: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    if (url.endsWith('/current')) return Response.json({ user: null })
    urls.push(url)
    if (url === '/api/v1/jobs/a1') return Response.json({ id: 'a1', artwork: { ...artwork, address: renewed } })
    return media(url)
  })
  return urls
}

const notFound = () => new Response('', { status: 404 })

/** Hands the result of the hook to `onRender`. */
function Probe({ onRender }: { onRender: (image: ArtworkImage) => void }) {
  onRender(useArtworkImage(artwork))
  return null
}

/** Renders the hook, and returns its last result. */
function render() {
  const last: { image?: ArtworkImage } = {}
  renderPage(
    <Probe
      onRender={(image) => {
        last.image = image
      }}
    />,
  )
  return last
}

describe('fetchArtwork', () => {
  // Verifies ADDR-8.
  it('asks the job for another address when its own expired', async () => {
    const urls = mockFetch((url) => (url === renewed ? new Response('PNG') : notFound()))
    expect(await (await fetchArtwork(artwork)).text()).toBe('PNG')
    expect(urls).toEqual([artwork.address, '/api/v1/jobs/a1', renewed])
  })

  it.each([
    ['is not stored any more', () => notFound(), 3],
    ['cannot be read now', () => new Response('', { status: 503 }), 1],
    ['does not arrive', () => Promise.reject(new TypeError('offline')), 1],
  ])('rejects with a sentence when it %s', async (_, media, requests) => {
    const urls = mockFetch(media)
    await expect(fetchArtwork(artwork)).rejects.toThrow('Failed to download image. Please try again.')
    expect(urls.length).toBe(requests)
  })
})

describe('useArtworkImage', () => {
  beforeEach(() => {
    vi.stubGlobal(
      'Image',
      class {
        onload?: () => void
        set src(_: string) {
          queueMicrotask(() => this.onload?.())
        }
      },
    )
    URL.createObjectURL = () => 'blob:1'
    URL.revokeObjectURL = () => undefined
  })

  // Verifies HOME-9.
  it('fails after 30 seconds, and loads the image again on retry', async () => {
    vi.useFakeTimers()
    let hangs = true
    vi.stubGlobal('fetch', (url: string, { signal }: RequestInit) => {
      if (url.endsWith('/current')) return Promise.resolve(Response.json({ user: null }))
      if (!hangs) return Promise.resolve(new Response('PNG'))
      return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Error('aborted'))))
    })
    const last = render()
    await act(() => vi.advanceTimersByTimeAsync(29_999))
    expect(last.image?.picture).toBeUndefined()
    await act(() => vi.advanceTimersByTimeAsync(1))
    expect(last.image?.picture).toBeNull()
    hangs = false
    act(() => last.image?.retry())
    expect(last.image?.picture).toBeUndefined()
    await act(() => vi.advanceTimersByTimeAsync(0))
    expect(last.image?.picture).toBeInstanceOf(Image)
  })
})
