import { timestampFromMs } from '@bufbuild/protobuf/wkt'
import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { When } from './when'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a moment is said anew each minute, by one timer for all, which ends with the last of them', () => {
  const time = timestampFromMs(Date.now() + 90 * 60_000)
  const { unmount } = render(
    <p role="status">
      due <When time={time} />, <When time={time} />
    </p>,
  )
  expect(screen.getByRole('status').textContent).toBe('due in 2 hr., in 2 hr.')
  expect(vi.getTimerCount()).toBe(1)
  act(() => void vi.advanceTimersByTime(60 * 60_000))
  expect(screen.getByRole('status').textContent).toBe('due in 30 min., in 30 min.')
  unmount()
  expect(vi.getTimerCount()).toBe(0)
})
