import type { Image } from '@mcwick/api-calls'
import { mockApi, renderPage } from '@mcwick/testing'
import { act, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { ImageGrid } from './image-grid'

const image = { id: 'i1', objectName: 'memes/1.png', type: 'meme', variants: [], placeholder: '' } as unknown as Image
const browser = (window as unknown as { happyDOM: { setViewport: (size: object) => void } }).happyDOM
const { innerWidth: width, innerHeight: height } = window

/** Reports the place of what it observes when the test does. */
let report: (isIntersecting: boolean) => void

afterEach(() => browser.setViewport({ width, height }))

it('measures a page far from the viewport anew when the phone is turned', () => {
  mockApi()
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
        report = (isIntersecting) => act(() => callback([{ isIntersecting }]))
      }
      observe() {}
      disconnect() {}
    },
  )
  const measured = vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect')
  const layOut = (height: number) => measured.mockReturnValue({ height } as DOMRect)
  const turn = (width: number, height: number) => act(() => browser.setViewport({ width, height }))
  turn(800, 400)
  layOut(5000)
  renderPage(<ImageGrid name="turned 0" images={[image]} isFirst />)
  const grid = screen.getByRole('list')
  const cards = () => grid.children.length
  report(false)
  expect([cards(), grid.style.height]).toEqual([0, '5000px'])
  turn(400, 800)
  expect([cards(), grid.style.height], 'all cards are laid out').toEqual([1, ''])
  expect(grid.dataset.place).toBeUndefined()
  layOut(9000)
  report(false)
  expect([cards(), grid.style.height]).toEqual([0, '9000px'])
  turn(800, 400)
  layOut(5000)
  report(true)
  expect(cards()).toBe(1)
})
