import type { Image } from '@mcwick/api-calls'
import { type MockApi, mockApi, renderPage, stubNavigator } from '@mcwick/testing'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
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
  source: 'ai',
}

const at = (path: string) => ({ location: { path, search: new URLSearchParams() } })

const one = 'GET /api/v1/images/{id}'

/** Renders an image's page over an API with these images. */
function open(images: Image[], path = `/gallery/${image.id}`, prepare: (api: MockApi) => void = () => undefined) {
  prepare(mockApi({ images }))
  const toast = vi.fn()
  const { rerender } = renderPage(<Gallery />, { ...at(path), toast })
  return { toast, go: rerender }
}

describe('ImagePage', () => {
  it('shows the image with its variants and its placeholder', async () => {
    open([image])
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

  // Verifies AI-6.
  it('shows the source', async () => {
    open([{ ...image, source: 'composer' }])
    expect(await screen.findByText(texts.madeBy.composer)).toBeTruthy()
  })

  it('shows that an image does not exist', async () => {
    open([])
    expect(await screen.findByRole('heading', { name: texts.picture.gone })).toBeTruthy()
    expect(screen.getByRole('link', { name: texts.picture.back }).getAttribute('href')).toBe('/gallery')
  })

  it('shows an error when the load fails', async () => {
    open([image], undefined, (api) => api.fail(one))
    expect(await screen.findByText(texts.picture.failed)).toBeTruthy()
    expect(screen.queryByText(texts.picture.gone)).toBeNull()
  })

  it('shows the data of the list when the load fails', async () => {
    const { go: rerender } = open([image], '/gallery', (api) => api.fail(one))
    await screen.findByAltText('McMeme: surfing, at sea')
    rerender(at(`/gallery/${image.id}`))
    expect(await screen.findByText(texts.failed)).toBeTruthy()
    expect(screen.getByAltText('McMeme: surfing, at sea')).toBeTruthy()
  })

  it('shares by the Web Share API, else by the clipboard', async () => {
    const { toast } = open([image])
    const button = await screen.findByRole('button', { name: texts.picture.share })
    const shared = vi.fn(async () => undefined)
    stubNavigator({ share: shared })
    await userEvent.click(button)
    expect(shared).toHaveBeenCalledWith({ title: 'Green', url: new URL(`/gallery/${image.id}`, location.href).href })

    const written = vi.fn(async () => undefined)
    stubNavigator({ clipboard: { writeText: written } })
    await userEvent.click(button)
    expect(written).toHaveBeenCalledWith(new URL(`/gallery/${image.id}`, location.href).href)
    expect(toast).toHaveBeenCalledWith(texts.picture.copied)
  })
})
