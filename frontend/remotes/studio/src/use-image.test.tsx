import { act, renderHook } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { useImage } from './use-image'

// Verifies HOME-9.
it('fails after 30 seconds, and loads the image again on retry', async () => {
  vi.useFakeTimers()
  const images: { onload?: () => void }[] = []
  vi.stubGlobal(
    'Image',
    class {
      onload?: () => void
      src = ''
      constructor() {
        images.push(this)
      }
    },
  )
  const { result } = renderHook(() => useImage('/media/a.png'))
  await act(() => vi.advanceTimersByTimeAsync(29_999))
  expect(result.current.picture).toBeUndefined()
  await act(() => vi.advanceTimersByTimeAsync(1))
  expect(result.current.picture).toBeNull()
  act(() => result.current.retry())
  expect(result.current.picture).toBeUndefined()
  act(() => images.at(-1)?.onload?.())
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(result.current.picture).toBe(images.at(-1))
})
