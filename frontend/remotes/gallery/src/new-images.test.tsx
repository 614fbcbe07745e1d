import { imagesKey } from '@mcwick/api-client'
import type { GalleryUpdate } from '@mcwick/shell-contract'
import { mockApi, renderPage } from '@mcwick/testing'
import { act, fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { imagesQuery } from './api/images'
import { Gallery } from './gallery'
import { texts } from './texts'

const image = (id: string, likes = 0) => ({
  id,
  objectName: `memes/${id}.png`,
  type: 'meme' as const,
  style: '',
  action: id,
  scene: 'scene',
  signature: '',
  caption: id,
  likes,
  variants: [],
  placeholder: '',
  source: 'ai' as const,
  hasTexts: false,
  handle: '',
})

/** Opens the gallery; `send` calls what the page gave the shell. */
async function open(search = '', id = 'first') {
  const images = [image(id, 4)]
  const api = mockApi({ images })
  let send: (update: GalleryUpdate) => void = () => undefined
  const watchGallery = (_: unknown, listener: typeof send) => {
    send = listener
    return () => undefined
  }
  vi.stubGlobal('scrollTo', vi.fn())
  const { client, rerender } = renderPage(<Gallery />, {
    watchGallery,
    location: { path: '/gallery', search: new URLSearchParams(search) },
  })
  await screen.findByText(id)
  const readAgain = () => act(() => client.invalidateQueries())
  const go = (path: string) => rerender({ location: { path, search: new URLSearchParams(search) } })
  return { api, client, images, readAgain, go, send: (update: GalleryUpdate) => act(() => send(update)) }
}

const pill = () => screen.queryByRole('button', { name: /new$/ })

// Verifies LIVE-2.
it('counts new images of the shown type that it does not show, and shows them on request', async () => {
  const { images, send } = await open()
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).not.toContain('0')
  send({ added: [{ id: 'first', type: 'meme' }] })
  expect(pill()).toBeNull()
  send({ added: [{ id: 'n1', type: 'meme' }, { id: 'n2', type: 'meme' }, { id: 'p', type: 'pfp' }] }) // biome-ignore format: one line
  expect(pill()?.textContent).toBe('2 new')
  send({ removed: ['n2'] })
  expect(pill()?.textContent).toBe('1 new')
  expect(screen.queryByText('n1')).toBeNull()
  images.unshift(image('n1'))
  await userEvent.click(pill() as HTMLElement)
  await screen.findByText('n1')
  expect(pill()).toBeNull()
  expect(scrollTo).toHaveBeenCalledWith(0, 0)
})

// Verifies LIVE-2.
it('keeps the count of what a list does not have yet', async () => {
  const { images, send } = await open('', 'before')
  send({ added: [{ id: 'late', type: 'meme' }] })
  images[0] = { ...image('before'), caption: 'read again' }
  await userEvent.click(pill() as HTMLElement)
  await screen.findByText('read again')
  expect(pill()?.textContent).toBe('1 new')
  images.unshift(image('late'))
  await userEvent.click(pill() as HTMLElement)
  await screen.findByText('late')
  expect(pill()).toBeNull()
})

// Verifies LIVE-2.
it('keeps the count of what only a list of another order has', async () => {
  const { client, images, readAgain, send } = await open('', 'older')
  send({ added: [{ id: 'elsewhere', type: 'meme' }] })
  images.unshift(image('elsewhere'))
  await act(() => client.fetchInfiniteQuery(imagesQuery({ type: 'meme', sort: 'top', style: '', query: '' })))
  expect(pill()?.textContent).toBe('1 new')
  await readAgain()
  expect(pill()).toBeNull()
})

// Verifies LIVE-2.
it('moves nothing when the visitor comes back or is online again, before something was invalidated', async () => {
  const { api, client, images, go } = await open('', 'stays')
  const come = (path: string, name: string) => {
    go(path)
    return screen.findByText(name)
  }
  vi.setSystemTime(Date.now() + 60_000)
  images.unshift(image('unseen'))
  await come('/gallery/stays', texts.picture.back)
  await come('/gallery', 'stays')
  for (const type of ['offline', 'online', 'visibilitychange']) await act(async () => dispatchEvent(new Event(type)))
  expect(api.requestsTo('GET /api/v1/images')).toHaveLength(1)
  await come('/gallery/stays', texts.picture.back)
  await client.invalidateQueries({ queryKey: imagesKey }) // as by what is published or taken down
  await come('/gallery', 'unseen')
  expect(api.requestsTo('GET /api/v1/images')).toHaveLength(2)
})

// Verifies LIVE-2.
it('reads a list that did not arrive when the visitor is online again', async () => {
  const api = mockApi({ images: [image('later')] })
  api.fail('GET /api/v1/images')
  renderPage(<Gallery />, { location: { path: '/gallery', search: new URLSearchParams() } })
  await screen.findByText(texts.failedFirst)
  api.restore('GET /api/v1/images')
  for (const type of ['offline', 'online']) await act(async () => dispatchEvent(new Event(type)))
  expect(await screen.findByText('later')).toBeTruthy()
})

// Verifies LIVE-2.
it('shows no count above a list of another order', async () => {
  const { send } = await open('sort=top')
  send({ added: [{ id: 'n9', type: 'meme' }] })
  expect(pill()).toBeNull()
})

// Verifies LIVE-3.
it('shows the newer of two counts, and hides what is gone', async () => {
  const { send } = await open()
  send({ likes: { first: 6 } })
  expect(screen.getByRole('button', { name: 'Like this picture, 6 so far' })).toBeTruthy()
  send({ likes: { first: 5 } })
  expect(screen.getByRole('button', { name: 'Like this picture, 5 so far' })).toBeTruthy()
  send({ likes: { first: 2 } })
  expect(screen.getByRole('button', { name: 'Like this picture, 4 so far' })).toBeTruthy()
  send({ removed: ['first'] })
  expect(screen.getByRole('article').hasAttribute('data-gone')).toBe(true)
})

// Verifies LIVE-3.
it('shows again what was restored, once no cache can have a list of before', async () => {
  const { api, send, readAgain } = await open('', 'restored')
  const isGone = () => screen.getByRole('article').hasAttribute('data-gone')
  const takenDown = Date.now()
  send({ removed: ['restored'] })
  await readAgain()
  expect(isGone(), 'the list may be an old one').toBe(true)
  vi.setSystemTime(takenDown + 6000)
  api.stale.add('GET /api/v1/images')
  await readAgain()
  expect(isGone(), 'the list is an old one').toBe(true)
  api.stale.clear()
  await readAgain()
  expect(isGone()).toBe(false)
})

// Verifies LIVE-2.
it('shows and announces new images after the clock was set back', async () => {
  const { images, send } = await open('', 'by-day')
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const waitUntilAnnounced = async () => {
    await act(() => vi.advanceTimersByTimeAsync(10_100))
    const announced = screen.getAllByRole('status').map(({ textContent }) => textContent)
    expect(announced).toContain(pill()?.textContent)
  }
  send({ added: [{ id: 'now', type: 'meme' }] })
  await waitUntilAnnounced()
  vi.setSystemTime(Date.now() - 3_600_000)
  send({ added: [{ id: 'later', type: 'meme' }] })
  await waitUntilAnnounced()
  vi.setSystemTime(Date.now() - 3_600_000)
  images.unshift(image('now'), image('later'))
  fireEvent.click(pill() as HTMLElement)
  await act(() => vi.advanceTimersByTimeAsync(1200))
  expect(screen.getByText('later')).toBeTruthy()
})
