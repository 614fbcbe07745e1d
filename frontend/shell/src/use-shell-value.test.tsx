import type { GalleryUpdate } from '@mcwick/shell-contract'
import { testSite } from '@mcwick/testing'
import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'

const watchMs = 3000
const retryMs = 30_000

const watched: ((update: GalleryUpdate) => void)[] = []
let isReachable = true

/** A module of its own for each test: it keeps whether the stream's module was loaded. */
async function load() {
  vi.resetModules()
  vi.doMock('./live/watch-gallery', () => {
    if (!isReachable) throw new Error('no network')
    return {
      watchGallery: (_: unknown, listener: (update: GalleryUpdate) => void) => {
        watched.push(listener)
        return () => watched.splice(watched.indexOf(listener), 1)
      },
    }
  })
  const { useShellValue } = await import('./use-shell-value')
  const { watchGallery } = renderHook(() => useShellValue(testSite)).result.current.shell
  if (!watchGallery) throw new Error('the shell does not watch the gallery')
  return watchGallery
}

beforeEach(() => {
  watched.length = 0
  isReachable = true
  vi.useFakeTimers()
})

it('watches the gallery once the page is loaded, and at once from then on', async () => {
  const watchGallery = await load()
  const [first, second] = [vi.fn(), vi.fn()]
  const stop = watchGallery(['meme'], first)
  await vi.advanceTimersByTimeAsync(watchMs - 1)
  expect(watched).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  await vi.waitFor(() => expect(watched).toEqual([first]))
  stop()
  const stopSecond = watchGallery(['pfp'], second)
  expect(watched).toEqual([second])
  stopSecond()
  expect(watched).toEqual([])
})

it('watches nothing for a page that was left before', async () => {
  const watchGallery = await load()
  watchGallery(['meme'], vi.fn())()
  await vi.advanceTimersByTimeAsync(retryMs)
  expect(watched).toEqual([])
})

it('tries again when the module cannot be loaded', async () => {
  const watchGallery = await load()
  isReachable = false
  const listener = vi.fn()
  watchGallery(['meme'], listener)
  await vi.advanceTimersByTimeAsync(watchMs)
  isReachable = true
  await vi.advanceTimersByTimeAsync(retryMs)
  await vi.waitFor(() => expect(watched).toEqual([listener]))
})

it('adds nothing to the history for a link to the page that is shown', async () => {
  const { useShellValue } = await import('./use-shell-value')
  const { result } = renderHook(() => useShellValue(testSite))
  const lengthAfter = (href: string) => {
    act(() => result.current.shell.navigate(href))
    return history.length
  }
  const length = lengthAfter('/wall?wall=shame')
  expect(lengthAfter('/wall?wall=shame')).toBe(length)
  expect(lengthAfter('/wall')).toBe(length + 1)
})
