import { renderPage } from '@mcwick/testing'
import { createEvent, fireEvent, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { Link } from './link'

function open() {
  const navigate = vi.fn()
  const prefetch = vi.fn()
  renderPage(<Link href="/lore">Lore</Link>, { navigate, prefetch })
  return { navigate, prefetch, link: screen.getByRole('link', { name: 'Lore' }) }
}

describe('Link', () => {
  it('navigates without reloading the page', () => {
    const { navigate, link } = open()
    const click = createEvent.click(link)
    fireEvent(link, click)
    expect(navigate).toHaveBeenCalledWith('/lore', { replace: false })
    expect(click.defaultPrevented).toBe(true)
  })

  it.each([{ metaKey: true }, { ctrlKey: true }, { shiftKey: true }, { altKey: true }, { button: 1 }])(
    'leaves a click with %o to the browser',
    (how) => {
      const { navigate, link } = open()
      fireEvent.click(link, how)
      expect(navigate).not.toHaveBeenCalled()
    },
  )

  it('prefetches its target on focus', () => {
    const { prefetch, link } = open()
    fireEvent.focus(link)
    expect(prefetch).toHaveBeenCalledWith('/lore')
  })
})
