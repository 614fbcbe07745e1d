import { act, render } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { useRotation } from './use-rotation'

const items = ['red', 'green', 'gold']

function Shown() {
  return useRotation(items, 2000)
}

describe('useRotation', () => {
  beforeEach(() => vi.useFakeTimers())

  it('goes round, one item after the other', () => {
    const { container } = render(<Shown />)
    const seen = [container.textContent]
    for (let step = 0; step < items.length; step++) {
      act(() => vi.advanceTimersByTime(1999))
      expect(container.textContent).toBe(seen.at(-1))
      act(() => vi.advanceTimersByTime(1))
      seen.push(container.textContent)
    }
    expect(new Set(seen)).toEqual(new Set(items))
    expect(seen.at(-1)).toBe(seen[0])
  })
})
