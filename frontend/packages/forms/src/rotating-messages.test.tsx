import { act, render } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { RotatingMessages } from './rotating-messages'

const messages = [
  { text: 'red', pose: 'mood-failed' },
  { text: 'green', pose: 'mood-happy' },
  { text: 'gold', pose: 'mood-winking' },
] as const

it('rotates through the messages, hidden from screen readers', () => {
  vi.useFakeTimers()
  const { container } = render(<RotatingMessages messages={messages} intervalMs={2000} />)
  const seen = [container.textContent]
  for (let step = 0; step < messages.length; step++) {
    act(() => vi.advanceTimersByTime(1999))
    expect(container.textContent).toBe(seen.at(-1))
    act(() => vi.advanceTimersByTime(1))
    seen.push(container.textContent)
  }
  expect(new Set(seen)).toEqual(new Set(messages.map(({ text }) => text)))
  expect(seen.at(-1)).toBe(seen[0])
  expect(container.querySelector('p')?.getAttribute('aria-hidden')).toBe('true')
})
