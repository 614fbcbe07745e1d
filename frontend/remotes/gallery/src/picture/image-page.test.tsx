import type { Image } from '@mcwick/api-calls'
import { setLeaving } from '@mcwick/session'
import type { Shell } from '@mcwick/shell-contract'
import { type MockApi, mockApi, renderPage, stubNavigator, testSite } from '@mcwick/testing'
import { act, fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { Gallery } from '../gallery'
import { texts } from '../texts'

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
  hasTexts: false,
  handle: '',
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

  // Verifies LIVE-2.
  it('shows that it was taken down also where a cache has it for some seconds more', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const images = [{ ...image, id: '0192aaaa-0000-7000-8000-000000000009' }]
    const api = mockApi({ images })
    let send: Parameters<NonNullable<Shell['watchGallery']>>[1] = () => undefined
    const watchGallery: Shell['watchGallery'] = (_, listener) => {
      send = listener
      return () => undefined
    }
    renderPage(<Gallery />, { ...at(`/gallery/${images[0]?.id}`), watchGallery })
    await screen.findByAltText('McMeme: surfing, at sea')
    act(() => send({ removed: [images[0]?.id ?? ''] }))
    await vi.waitFor(() => expect(api.requestsTo(one)).toHaveLength(2))
    expect(screen.queryByText(texts.picture.gone)).toBeNull()
    images.length = 0
    await act(() => vi.advanceTimersByTimeAsync(5000))
    expect(screen.getByText(texts.picture.gone)).toBeTruthy()
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

  // Verifies GAL-25.
  it('saves the picture without leaving the page where media has an origin of its own', async () => {
    mockApi({ images: [image] }).on('GET /memes/3.png', () => new Response('PNG'))
    renderPage(<Gallery />, {
      ...at(`/gallery/${image.id}`),
      config: { ...testSite, mediaBase: 'https://media.test/' },
    })
    const link = await screen.findByRole('link', { name: texts.picture.download })
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:picture')
    const pressed: string[] = []
    const pressing = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      pressed.push(`${this.href} ${this.download}`)
    })
    expect(fireEvent.click(link), 'the browser does not follow the link').toBe(false)
    await vi.waitFor(() => expect(pressed).toEqual(['blob:picture 3.png']))
    pressing.mockRestore()
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

  // Verifies FIND-24.
  it('links to other sites with its title and address', async () => {
    open([image])
    for (const name of ['Post on X', 'Telegram', 'WhatsApp']) {
      const { href } = await screen.findByRole<HTMLAnchorElement>('link', { name })
      const said = [...new URL(href).searchParams.values()].join(' ')
      expect(said).toContain('Green')
      expect(said).toContain(`/gallery/${image.id}`)
    }
  })

  // Verifies FIND-20.
  it('shows when and where a meme was made', async () => {
    open([{ ...image, createTime: '2026-11-02T10:00:00Z' }])
    const facts = await screen.findByLabelText(texts.picture.details)
    expect(facts.textContent).toBe('LitNovember 2, 2026Sceneat sea')
    expect(facts.querySelector('time')?.dateTime).toBe('2026-11-02T10:00:00.000Z')
  })

  // Verifies FIND-20.
  it('leads to the neighbors by links and arrow keys, but not while typing', async () => {
    const navigate = vi.fn()
    const api = mockApi({ images: [image] })
    api.related = { ...api.related, newerId: 'newer', olderId: 'older' }
    renderPage(
      <>
        <input aria-label="elsewhere" />
        <Gallery />
      </>,
      { ...at(`/gallery/${image.id}`), navigate },
    )
    const older = await screen.findByRole('link', { name: texts.picture.older })
    expect(older.getAttribute('href')).toBe('/gallery/older')
    await userEvent.keyboard('{ArrowRight}')
    await userEvent.keyboard('{ArrowLeft}')
    expect(navigate.mock.calls).toEqual([
      ['/gallery/older', { replace: true }],
      ['/gallery/newer', { replace: true }],
    ])
    await userEvent.type(screen.getByLabelText('elsewhere'), 'w{ArrowLeft}{ArrowRight}')
    expect(navigate).toHaveBeenCalledTimes(2)
  })

  // Verifies FIND-20.
  it('swipes to the neighbors, but not while scrolling or zoomed in', async () => {
    const navigate = vi.fn()
    const api = mockApi({ images: [image] })
    api.related = { ...api.related, newerId: 'newer', olderId: 'older' }
    renderPage(<Gallery />, { ...at(`/gallery/${image.id}`), navigate })
    await screen.findByRole('link', { name: texts.picture.older })
    const shown = screen.getByAltText('McMeme: surfing, at sea')
    const swipe = (x: number, y: number, pointerType = 'touch') => {
      fireEvent.pointerDown(shown, { pointerType, isPrimary: true, clientX: 200, clientY: 200 })
      fireEvent.pointerUp(shown, { pointerType, isPrimary: true, clientX: 200 + x, clientY: 200 + y })
    }
    swipe(-59, 0)
    swipe(-120, 80)
    swipe(-120, 0, 'mouse')
    vi.stubGlobal('visualViewport', { scale: 1.5 })
    swipe(-120, 0)
    vi.stubGlobal('visualViewport', { scale: 1 })
    expect(navigate).not.toHaveBeenCalled()
    swipe(-120, 20)
    swipe(90, 0)
    expect(navigate.mock.calls.map(([path]) => path)).toEqual(['/gallery/older', '/gallery/newer'])
  })

  // Verifies REMIX-3.
  it('shows parents and remixes, and gives nothing away of what is gone', async () => {
    const api = mockApi({ images: [image] })
    api.related = {
      ...api.related,
      parentGone: true,
      remixes: [{ ...image, id: 'child', action: 'flying' }],
      goneRemixes: 2,
    }
    renderPage(<Gallery />, at(`/gallery/${image.id}`))
    expect(await screen.findByText(texts.picture.parentGone)).toBeTruthy()
    expect(screen.getByText('2 more are gone.')).toBeTruthy()
    expect(screen.getByAltText('McMeme: flying, at sea').closest('a')?.getAttribute('href')).toBe('/gallery/child')
    expect(screen.getByRole('link', { name: texts.picture.remix }).getAttribute('href')).toBe(
      `/ai?remix=${image.id}&new`,
    )
  })

  // Verifies PROF-4.
  it('seals proven handles alone', async () => {
    open([{ ...image, handle: '@ann' }])
    expect(await screen.findByRole('img', { name: 'Signed with their key' })).toBeTruthy()
    expect(screen.getByRole('heading', { level: 1 }).querySelector('a')?.getAttribute('href')).toBe('/@ann')
  })

  // Verifies PROF-4.
  it('shows a free signature without a seal', async () => {
    open([image])
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('@ann')
    expect(screen.queryByRole('img', { name: 'Signed with their key' })).toBeNull()
  })

  // Verifies FIND-21.
  it('takes down what the visitor published, instead of reporting it', async () => {
    const navigate = vi.fn()
    const api = mockApi({ images: [image] })
    api.publications = [
      {
        id: image.id,
        objectName: '',
        type: 'meme',
        caption: '',
        variants: [],
        placeholder: '',
        source: 'ai',
        awaitsCheck: false,
      },
    ]
    api.on('DELETE /api/v1/publications/{id}', () => Response.json({}))
    renderPage(<Gallery />, { ...at(`/gallery/${image.id}`), navigate })
    await userEvent.click(await screen.findByRole('button', { name: texts.picture.withdraw }))
    expect(screen.queryByRole('button', { name: /Report/ })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Take down' }))
    await vi.waitFor(() => expect(navigate).toHaveBeenCalledWith('/gallery?type=meme', { replace: true }))
    expect(api.requestsTo('DELETE /api/v1/publications/{id}').map(({ id }) => id)).toEqual([image.id])
  })

  // Verifies VERSE-32.
  it('reads nothing of the visitor from a log-out until the session has ended', async () => {
    setLeaving(true)
    const api = mockApi({ images: [image] })
    renderPage(<Gallery />, at(`/gallery/${image.id}`))
    await screen.findByRole('button', { name: texts.picture.share })
    await act(async () => undefined)
    const personal = () => ['GET /api/v1/publications', 'GET /api/v1/likes'].map((of) => api.requestsTo(of).length)
    expect(personal()).toEqual([0, 0])
    act(() => setLeaving(false))
    await vi.waitFor(() => expect(personal()).toEqual([1, 1]))
  })

  // Verifies PROF-5.
  it('lets an account choose a portrait that it signed as its candle', async () => {
    const portrait: Image = { ...image, type: 'pfp', handle: '@ann' }
    const api = mockApi({ images: [portrait] })
    api.publications = [
      {
        id: image.id,
        objectName: '',
        type: 'pfp',
        caption: '',
        variants: [],
        placeholder: '',
        source: 'ai',
        awaitsCheck: false,
      },
    ]
    api.on('PUT /api/v1/profile/candle', () => Response.json({}))
    const toast = vi.fn()
    const { client } = renderPage(<Gallery />, { ...at(`/gallery/${image.id}`), toast })
    client.setQueryData(['author', '@ann'], {})
    await userEvent.click(await screen.findByRole('button', { name: texts.picture.candle }))
    await vi.waitFor(() => expect(toast).toHaveBeenCalledWith(texts.picture.candleSet))
    expect(api.requestsTo('PUT /api/v1/profile/candle').map(({ body }) => body)).toEqual([{ imageId: image.id }])
    expect(client.getQueryState(['author', '@ann'])?.isInvalidated).toBe(true)
  })
})
