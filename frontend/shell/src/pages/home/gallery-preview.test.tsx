import type { Image } from '@mcwick/api-calls'
import type { GalleryUpdate } from '@mcwick/shell-contract'
import { mockApi, renderPage } from '@mcwick/testing'
import { act, cleanup, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { GalleryPreview } from './gallery-preview'

const list = 'GET /api/v1/images'
const listAgeMs = 4000 // a list may be as old
const spreadMs = listAgeMs + 3000
const advance = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

/** Renders the preview; `add` is an update with a new picture, and `count` how often both lists were requested. */
async function open(images: Image[] = []) {
  vi.useFakeTimers()
  const api = mockApi({ images })
  let send: (update: GalleryUpdate) => void = () => undefined
  const watchGallery = (_: unknown, listener: typeof send) => {
    send = listener
    return () => undefined
  }
  renderPage(<GalleryPreview />, { watchGallery })
  await advance(0)
  return {
    api,
    remove: (id: string) => act(() => send({ removed: [id] })),
    add: () => act(() => send({ added: [{ id: 'new', type: 'meme' }] })),
    count: () => api.requestsTo(list).length / 2,
  }
}

it('reads the lists once for all updates of a few seconds', async () => {
  const { add, count } = await open()
  for (let n = 0; n < 5; n++) add()
  await advance(spreadMs)
  expect(count()).toBe(2)
  add()
  await advance(spreadMs)
  expect(count()).toBe(3)
})

it('drops at once what was taken down, and reads the lists when none has it any more', async () => {
  const image = { id: 'a', objectName: 'a.png', type: 'meme', action: 'lit', scene: 'bar', variants: [] as string[] }
  const { api, add, remove, count } = await open([image as unknown as Image])
  expect(screen.getByAltText('lit, bar')).toBeTruthy()
  remove('a')
  const before = api.images.splice(0)
  expect(screen.queryByAltText('lit, bar')).toBeNull()
  await advance(listAgeMs - 1)
  expect(count()).toBe(1)
  await advance(spreadMs)
  expect(count()).toBe(2)
  expect(screen.queryByAltText('lit, bar')).toBeNull()
  api.images.push(...before)
  api.stale.add(list)
  add()
  await advance(spreadMs)
  expect(screen.queryByAltText('lit, bar'), 'the list is an old one').toBeNull()
  api.stale.clear()
  add()
  await advance(spreadMs)
  expect(screen.getByAltText('lit, bar'), 'it was restored').toBeTruthy()
})

it('reads the lists again for an update that came so late that they may lack it', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0)
  const { add, count } = await open()
  add()
  await advance(listAgeMs - 1)
  add()
  await advance(1)
  expect(count()).toBe(2)
  await advance(listAgeMs)
  expect(count()).toBe(3)
  await advance(spreadMs)
  expect(count()).toBe(3)
})

it('reads the lists again for an update that came during a slow read', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0)
  const { api, add, count } = await open()
  const responses: ((response: Response) => void)[] = []
  api.on(list, () => new Promise((resolve) => responses.push(resolve)))
  add()
  await advance(listAgeMs)
  add()
  await advance(2 * listAgeMs)
  expect(count()).toBe(2)
  for (const respond of responses) respond(Response.json({ images: [] }))
  await advance(listAgeMs)
  expect(count()).toBe(3)
})

it('lets a slow response arrive', async () => {
  const { api, add, count } = await open()
  api.hang(list)
  add()
  await advance(spreadMs)
  add()
  await advance(spreadMs)
  expect(count()).toBe(2)
})

it('reads nothing after the visitor has left', async () => {
  const { add, count } = await open()
  add()
  cleanup()
  await advance(spreadMs)
  expect(count()).toBe(1)
})
