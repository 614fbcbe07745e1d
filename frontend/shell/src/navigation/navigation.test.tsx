import { TestShell } from '@mcwick/testing'
import { type BoundFunctions, fireEvent, type queries, render, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { Footer } from './footer'
import { MobileMenu } from './mobile-menu'
import { TopBar } from './top-bar'

function open(path = '/') {
  const location = { path, search: new URLSearchParams() }
  render(
    <TestShell shell={{ location }}>
      <TopBar />
      <MobileMenu open onClose={() => undefined} />
      <Footer />
    </TestShell>,
  )
}

const bar = () => within(screen.getAllByRole('navigation', { name: 'Main' })[0] as HTMLElement)
const sheet = () => within(document.querySelector('dialog[open]') as HTMLElement)
const hrefs = (links: HTMLElement[]) => links.map((link) => link.getAttribute('href'))

/** The labels of what is not there yet, with what marks them. */
const waiting = (place: BoundFunctions<typeof queries>, selector: string) =>
  place.getAllByText('Soon').map((mark) => {
    const item = mark.closest(selector)
    return item?.querySelector('b')?.textContent ?? item?.firstChild?.textContent?.trim()
  })

describe('the bar', () => {
  beforeEach(() => open('/ai'))

  // Verifies NAV-2.
  it('has its entries in order, and marks what is to come', () => {
    expect(bar().getByRole('button').textContent?.trim()).toBe('Gallery')
    fireEvent.click(bar().getByRole('button'))
    expect(hrefs(bar().getAllByRole('link'))).toEqual(['/gallery', '/ai', '/pfp', '/wall'])
    expect(waiting(bar(), '[data-disabled]')).toEqual(['Tokenomics', 'BicTok', 'McArcade', 'Candlelit Convohs'])
  })

  // Verifies NAV-3.
  it('marks where the visitor is', () => {
    expect(bar().getByRole('button').dataset.here).toBe('true')
    fireEvent.click(bar().getByRole('button'))
    expect(hrefs(bar().getAllByRole('link', { current: 'page' }))).toEqual(['/ai'])
  })

  // Verifies NAV-4.
  it.each<[string, () => void]>([
    ['a click elsewhere', () => fireEvent.pointerDown(document.body)],
    ['Escape', () => fireEvent.keyDown(document.body, { key: 'Escape' })],
    ['a choice', () => fireEvent.click(bar().getByRole('link', { name: /^Explore/ }))],
  ])('closes its menu on %s', (_, act) => {
    const group = bar().getByRole('button')
    fireEvent.click(group)
    expect(group.getAttribute('aria-expanded')).toBe('true')
    act()
    expect(group.getAttribute('aria-expanded')).toBe('false')
  })

  // Verifies NAV-5.
  it('leads those without a key to the Verse', () => {
    expect(screen.getByRole('link', { name: 'Your key to the McWickverse' }).getAttribute('href')).toBe('/verse')
  })
})

describe('the menu of the phone', () => {
  beforeEach(() => open())

  // Verifies NAV-8.
  it('has a tile for every place, and marks what is to come', () => {
    expect(hrefs(sheet().getAllByRole('link'))).toEqual(['/gallery', '/ai', '/pfp', '/wall', '/verse'])
    expect(sheet().getByRole('link', { name: /^Explore/ }).textContent).toContain('Browse Gallery')
    expect(waiting(sheet(), '[data-disabled]')).toEqual(['BicTok', 'McArcade', 'Tokenomics', 'Candlelit Convohs'])
    for (const hint of ['Viral brainrot videos', 'Daily challenges, streaks, rewards'])
      expect(sheet().getByText(hint)).toBeTruthy()
  })

  // Verifies NAV-9.
  it('invites those without a key', () => {
    expect(sheet().getByRole('link', { name: /^Enter McWickverse/ }).textContent).toBe(
      'Enter McWickverseLogin or generate a new key',
    )
  })
})

// Verifies NAV-3.
it.each(['/wax', '/'])('marks no place of the bar at %s', (path) => {
  open(path)
  expect(bar().getByRole('button').dataset.here).toBeUndefined()
  expect(bar().queryByRole('link', { current: 'page' })).toBeNull()
})

it('marks the gallery at a picture of it', () => {
  open('/gallery/0192aaaa-0000-7000-8000-000000000001')
  expect(bar().getByRole('button').dataset.here).toBe('true')
})

// Verifies NAV-10.
it('the footer credits the community, shows the contract and leads to the pages beside the menu', () => {
  open()
  const footer = within(screen.getByRole('contentinfo'))
  expect(footer.getByText(/by the McWick community/)).toBeTruthy()
  expect(footer.getByText('McW1ck')).toBeTruthy()
  expect(hrefs(footer.getAllByRole('link'))).toEqual(['/lore', '/picks', '/bictok'])
  expect(footer.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Lore', 'McTrenches', 'BicTok'])
})

it('the footer says so when the form to take something down does not come', () => {
  open() // a house without remotes
  const footer = within(screen.getByRole('contentinfo'))
  fireEvent.click(footer.getByRole('button', { name: 'Take something down' }))
  expect(footer.getByRole('status').textContent).toContain('does not come right now')
})
