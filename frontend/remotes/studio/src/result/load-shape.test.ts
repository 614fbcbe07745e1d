import { mockApi } from '@mcwick/testing'
import { afterEach, expect, it, vi } from 'vitest'
import { loadShape } from './load-shape'
import { newLayer } from './overlay'

afterEach(() => vi.useRealTimers())

it('fails when an emoji is not loaded within ten seconds, and loads it again at the next call', async () => {
  vi.useFakeTimers()
  const api = mockApi()
  const emoji = 'GET /media/unloadable.png'
  api.on('POST /api/v1/text-layouts', () => Response.json({ lines: [{ emoji: [{ objectName: 'unloadable.png' }] }] }))
  api.on(emoji, () => new Promise(() => undefined))
  const failed = vi.fn()
  void loadShape(newLayer('WICK'), '/media/').catch(failed)
  await vi.advanceTimersByTimeAsync(10_100)
  expect(failed).toHaveBeenCalledOnce()
  void loadShape(newLayer('WICK'), '/media/').catch(failed)
  await vi.advanceTimersByTimeAsync(100)
  expect(api.requestsTo(emoji)).toHaveLength(2)
})
