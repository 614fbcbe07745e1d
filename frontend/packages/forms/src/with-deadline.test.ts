import { expect, it, vi } from 'vitest'
import { withDeadline } from './with-deadline'

it('settles as the promise does within the deadline', async () => {
  await expect(withDeadline(Promise.resolve('wax'))).resolves.toBe('wax')
  await expect(withDeadline(Promise.reject(new Error('gone')))).rejects.toThrow('gone')
})

it.each([
  ['ten seconds', undefined, 10_000],
  ['its own deadline', 8000, 8000],
])('fails after %s', async (_, ms, deadline) => {
  vi.useFakeTimers()
  const failed = vi.fn()
  const waiting = withDeadline(new Promise(() => undefined), ms).catch(failed)
  await vi.advanceTimersByTimeAsync(deadline - 1)
  expect(failed).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  await waiting
  expect(failed).toHaveBeenCalledOnce()
})
