import { expect, it, vi } from 'vitest'
import { loadRetrying } from './load-retrying'

it('loads no more what is no longer needed', async () => {
  vi.useFakeTimers()
  const load = vi.fn(() => Promise.reject(new Error('no network')))
  const loaded = loadRetrying(load, () => load.mock.calls.length < 3)
  await vi.runAllTimersAsync()
  expect(await loaded).toBeUndefined()
  expect(load).toHaveBeenCalledTimes(3)
})
