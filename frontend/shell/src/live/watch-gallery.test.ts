import { mockApi } from '@mcwick/testing'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

/** The browser's EventSource, as the server and the network would drive it. */
class FakeSource extends EventTarget {
  static readonly CLOSED = 2
  static opened: FakeSource[] = []
  readyState = 1
  constructor(readonly url: string) {
    super()
    FakeSource.opened.push(this)
  }
  close() {
    this.readyState = FakeSource.CLOSED
  }
  say(type: string, lastEventId: string, data = '{}') {
    this.dispatchEvent(new MessageEvent(type, { lastEventId, data }))
  }
  refuse() {
    this.close()
    this.dispatchEvent(new Event('error'))
  }
}

const streams = () => FakeSource.opened
let isHidden = false

function setHidden(hidden: boolean) {
  isHidden = hidden
  document.dispatchEvent(new Event('visibilitychange'))
}

const image = { id: 'a', type: 'meme', likes: 3 }

let stops: (() => void)[] = []

/** A module of its own for each test: it keeps the stream of the page. */
async function load() {
  vi.resetModules()
  const live = await import('./watch-gallery')
  const watchGallery: typeof live.watchGallery = (types, listener) => {
    const stop = live.watchGallery(types, listener)
    stops.push(stop)
    return stop
  }
  return watchGallery
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('EventSource', FakeSource)
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => isHidden)
  FakeSource.opened = []
  isHidden = false
})

afterEach(() => {
  for (const stop of stops) stop()
  stops = []
  vi.useRealTimers()
})

// Verifies LIVE-8.
it('shares one stream, which is kept while a visitor goes to another page', async () => {
  const watchGallery = await load()
  const [first, second] = [vi.fn(), vi.fn()]
  const stop = watchGallery(['meme'], first)
  const stopSecond = watchGallery(['pfp'], second)
  expect(streams().map(({ url }) => url)).toEqual(['/api/v1/gallery/events'])
  streams()[0]?.say('message', '7', '{"likes":{"a":1}}')
  expect(first).toHaveBeenCalledWith({ likes: { a: 1 } })
  expect(second).toHaveBeenCalledTimes(1)
  stop()
  stopSecond()
  vi.advanceTimersByTime(5000)
  watchGallery(['meme'], first)()
  expect(streams()).toHaveLength(1)
  vi.advanceTimersByTime(11_000)
  expect(streams()[0]?.readyState).toBe(FakeSource.CLOSED)
})

// Verifies LIVE-8.
it('closes the stream of a hidden page after 30 s, and goes on after the last event', async () => {
  const watchGallery = await load()
  watchGallery(['meme'], vi.fn())
  streams()[0]?.say('ready', '41')
  setHidden(true)
  vi.advanceTimersByTime(29_000)
  setHidden(false)
  vi.advanceTimersByTime(60_000)
  expect(streams()[0]?.readyState).toBe(1)
  setHidden(true)
  vi.advanceTimersByTime(31_000)
  expect(streams()[0]?.readyState).toBe(FakeSource.CLOSED)
  setHidden(false)
  expect(streams().map(({ url }) => url)).toEqual(['/api/v1/gallery/events', '/api/v1/gallery/events?after=41'])
})

// Verifies LIVE-7.
it('reads the lists every half a minute while it is refused, and only while the page is visible', async () => {
  mockApi({ images: [image as never] })
  const watchGallery = await load()
  const listener = vi.fn()
  watchGallery(['meme'], listener)
  streams()[0]?.refuse()
  await vi.advanceTimersByTimeAsync(6000)
  expect(listener).toHaveBeenCalledTimes(1)
  expect(listener.mock.lastCall?.[0].likes).toEqual({ a: 3 })
  expect(listener.mock.lastCall?.[0].added[0].id).toBe('a')
  expect(streams()).toHaveLength(2)
  streams()[1]?.refuse()
  await vi.advanceTimersByTimeAsync(22_000)
  expect(listener).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(16_000)
  expect(listener).toHaveBeenCalledTimes(2)
  setHidden(true)
  streams()[2]?.refuse()
  await vi.advanceTimersByTimeAsync(100_000)
  expect(listener).toHaveBeenCalledTimes(2)
  setHidden(false)
  expect(streams()).toHaveLength(4)
})

// Verifies LIVE-6.
it('reads the lists when too much was missed', async () => {
  mockApi({ images: [image as never] })
  const watchGallery = await load()
  const listener = vi.fn()
  watchGallery(['meme'], listener)
  streams()[0]?.say('reset', '9', '{"removed":["b"]}')
  expect(listener).toHaveBeenCalledWith({ removed: ['b'] })
  setHidden(true)
  await vi.advanceTimersByTimeAsync(6000)
  expect(listener).toHaveBeenCalledTimes(1)
  setHidden(false)
  await vi.advanceTimersByTimeAsync(6000)
  expect(listener.mock.lastCall?.[0].likes).toEqual({ a: 3 })
  expect(listener).toHaveBeenCalledTimes(2)
})

// Verifies LIVE-6.
it.each([
  ['is opened hidden', () => setHidden(true), () => undefined, 3_600_000],
  ['is hidden before its stream says where it is', () => undefined, () => setHidden(true), 3_600_000],
  ['is hidden before its first stream is refused', () => undefined, () => refuseHidden(), 3_600_000],
  ['is hidden for a moment when it has no stream', () => undefined, () => refuseHidden(), 10_000],
])('reads the lists when a page is seen that %s', async (_, before, after, hiddenMs) => {
  mockApi({ images: [image as never] })
  const watchGallery = await load()
  const listener = vi.fn()
  before()
  watchGallery(['meme'], listener)
  after()
  await vi.advanceTimersByTimeAsync(hiddenMs)
  expect(listener).not.toHaveBeenCalled()
  setHidden(false)
  streams().at(-1)?.say('ready', '41')
  await vi.advanceTimersByTimeAsync(6000)
  expect(listener).toHaveBeenCalledOnce()
  expect(listener.mock.lastCall?.[0].added[0].id).toBe('a')
})

function refuseHidden() {
  setHidden(true)
  streams()[0]?.refuse()
}
