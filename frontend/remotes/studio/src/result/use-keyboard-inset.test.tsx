import { render } from '@testing-library/react'
import { useRef } from 'react'
import { expect, it, vi } from 'vitest'
import { useKeyboardInset } from './use-keyboard-inset'

function Desk() {
  const ref = useRef<HTMLDivElement>(null)
  useKeyboardInset(ref)
  return <div ref={ref} data-testid="desk" />
}

// Verifies AFTER-11.
it('leaves the space of an on-screen keyboard, and none while the page is zoomed or the keyboard is closed', () => {
  const viewport = Object.assign(new EventTarget(), { height: 700, offsetTop: 0, scale: 1 })
  vi.stubGlobal('visualViewport', viewport)
  vi.stubGlobal('innerHeight', 700)
  const { getByTestId, unmount } = render(<Desk />)
  const desk = getByTestId('desk')
  const values = () => ['visible', 'above', 'below'].map((name) => desk.style.getPropertyValue(`--studio-${name}`))
  const change = (to: object) => {
    Object.assign(viewport, to)
    viewport.dispatchEvent(new Event('resize'))
    return values()
  }
  expect(values()).toEqual(['100svh', '0px', '0px'])
  expect(desk.hasAttribute('data-keyboard')).toBe(false)
  expect(change({ height: 400 })).toEqual(['400px', '0px', '300px'])
  expect(desk.hasAttribute('data-keyboard')).toBe(true)
  expect(change({ offsetTop: 120 })).toEqual(['400px', '120px', '180px'])
  expect(change({ height: 350, scale: 2 })).toEqual(['100svh', '0px', '0px'])
  expect(change({ height: 650, offsetTop: 0, scale: 1 })).toEqual(['100svh', '0px', '0px'])
  expect(desk.hasAttribute('data-keyboard')).toBe(false)
  unmount()
  viewport.dispatchEvent(new Event('resize'))
})
