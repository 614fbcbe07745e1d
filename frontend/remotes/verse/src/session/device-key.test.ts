import { expect, test, vi } from 'vitest'
import { loadDeviceKey, storeDeviceKey } from './device-key'

test('a database that does not open is given up', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('indexedDB', { open: () => ({}) })
  const loaded = loadDeviceKey('ab')
  const stored = expect(storeDeviceKey({ publicKey: 'ab' } as never)).rejects.toThrow('does not answer')
  await vi.advanceTimersByTimeAsync(5000)
  expect(await loaded).toBeNull()
  await stored
})
