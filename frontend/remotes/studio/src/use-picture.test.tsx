import { act, renderHook } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { usePicture } from './use-picture'

// Verifies HOME-9.
it('gives a picture up that does not come, and takes it again when asked', async () => {
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
  const { result } = renderHook(() => usePicture('/media/a.png'))
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
