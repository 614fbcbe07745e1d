import { expect, it, vi } from 'vitest'
import { withDeadline } from './with-deadline'

it('settles as the promise does within the deadline', async () => {
  await expect(withDeadline(Promise.resolve('wax'))).resolves.toBe('wax')
  await expect(withDeadline(Promise.reject(new Error('gone')))).rejects.toThrow('gone')
})

it('fails after ten seconds', async () => {
  vi.useFakeTimers()
  const failed = vi.fn()
  const waiting = withDeadline(new Promise(() => undefined)).catch(failed)
  await vi.advanceTimersByTimeAsync(9999)
  expect(failed).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  await waiting
  expect(failed).toHaveBeenCalledOnce()
})
