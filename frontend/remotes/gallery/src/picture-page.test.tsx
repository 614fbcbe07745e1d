import type { Image } from '@mcwick/api-client'
import { TestShell } from '@mcwick/ui/testing'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Gallery } from './gallery'
import { texts } from './texts'

const image: Image = {
  id: '0192aaaa-0000-7000-8000-000000000003',
  objectName: 'memes/3.png',
  type: 'meme',
  style: 'Anime',
  action: 'surfing',
  scene: 'at sea',
  signature: '@ann',
  caption: 'Green',
  likes: 4,
  variants: [{ objectName: 'memes/3-320.webp', width: 320 }],
  placeholder: 'UklGRg==',
}

function open(answer: () => Response) {
  vi.stubGlobal('fetch', async (url: string) => {
    if (url.startsWith('/api/v1/likes')) return Response.json({ likedIds: [] })
    return url.endsWith('/current') ? Response.json({ user: null }) : answer()
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const toast = vi.fn()
  render(
    <QueryClientProvider client={client}>
      <TestShell shell={{ location: { path: `/gallery/${image.id}`, search: new URLSearchParams() }, toast }}>
        <Gallery />
      </TestShell>
    </QueryClientProvider>,
  )
  return { toast }
}

describe('PicturePage', () => {
  beforeEach(() => {
    vi.stubGlobal('navigator', { ...navigator, sendBeacon: () => true })
  })
  afterEach(cleanup)

  it('shows the whole picture, with its copies and colours until it is there', async () => {
    open(() => Response.json(image))
    const shown = await screen.findByAltText<HTMLImageElement>('McMeme: surfing, at sea')
    expect(shown.srcset).toBe('/media/memes/3-320.webp 320w')
    expect(shown.parentElement?.querySelector('source')?.getAttribute('srcset')).toBe(
      '/media/memes/3-320.webp 320w, /media/memes/3.png 1024w',
    )
    expect(shown.style.backgroundImage).toContain('data:image/webp;base64,UklGRg==')
    for (const text of ['@ann', 'Green', 'McMeme', 'Anime']) expect(screen.getByText(text)).toBeTruthy()
    expect(screen.getByRole('link', { name: texts.picture.create }).getAttribute('href')).toBe('/ai')
    expect(screen.getByRole('link', { name: texts.picture.back }).getAttribute('href')).toBe('/gallery?type=meme')
  })

  it('says that a picture is gone', async () => {
    open(() => new Response('', { status: 404 }))
    expect(await screen.findByRole('heading', { name: texts.picture.gone })).toBeTruthy()
    expect(screen.getByRole('link', { name: texts.picture.back }).getAttribute('href')).toBe('/gallery')
  })

  it('says when it cannot know', async () => {
    open(() => new Response('', { status: 503 }))
    expect(await screen.findByText(texts.picture.failed)).toBeTruthy()
    expect(screen.queryByText(texts.picture.gone)).toBeNull()
  })

  it('shares by the device, else by the clipboard', async () => {
    const { toast } = open(() => Response.json(image))
    const button = await screen.findByRole('button', { name: texts.picture.share })
    const shared = vi.fn(async () => undefined)
    vi.stubGlobal('navigator', { share: shared })
    await userEvent.click(button)
    expect(shared).toHaveBeenCalledWith({ title: 'Green', url: new URL(`/gallery/${image.id}`, location.href).href })

    const written = vi.fn(async () => undefined)
    vi.stubGlobal('navigator', { clipboard: { writeText: written } })
    await userEvent.click(button)
    expect(written).toHaveBeenCalledWith(new URL(`/gallery/${image.id}`, location.href).href)
    expect(toast).toHaveBeenCalledWith(texts.picture.copied)
  })
})
