import { TestShell, testSite } from '@mcwick/testing'
import { type BoundFunctions, cleanup, fireEvent, type queries, render, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Footer } from './footer'
import { MobileMenu } from './mobile-menu'
import { TopBar } from './top-bar'

function open(path = '/', shell: { config?: typeof testSite } = {}, onClose = () => {}) {
  const location = { path, search: new URLSearchParams() }
  render(
    <TestShell shell={{ location, ...shell }}>
      <TopBar />
      <MobileMenu open onClose={onClose} />
      <Footer />
    </TestShell>,
  )
}

const bar = () => within(screen.getAllByRole('navigation', { name: 'Main' })[0] as HTMLElement)
const sheet = () => within(document.querySelector('dialog[open]') as HTMLElement)
const hrefs = (links: HTMLElement[]) => links.map((link) => link.getAttribute('href'))

/** The labels of the entries that are marked as coming soon. */
const comingSoon = (region: BoundFunctions<typeof queries>, selector: string) =>
  region.getAllByText('Soon').map((mark) => {
    const item = mark.closest(selector)
    return item?.querySelector('b')?.textContent ?? item?.firstChild?.textContent?.trim()
  })

describe('TopBar', () => {
  beforeEach(() => open('/ai'))

  // Verifies NAV-2.
  it('lists its entries in order, and marks those coming soon', () => {
    expect(bar().getByRole('button').textContent?.trim()).toBe('Gallery')
    fireEvent.click(bar().getByRole('button'))
    expect(hrefs(bar().getAllByRole('link'))).toEqual(['/gallery', '/ai', '/pfp', '/wall'])
    expect(comingSoon(bar(), '[data-disabled]')).toEqual(['Tokenomics', 'BicTok', 'McArcade', 'Candlelit Convohs'])
  })

  // Verifies NAV-3.
  it('marks the current page', () => {
    expect(bar().getByRole('button').dataset.current).toBe('true')
    fireEvent.click(bar().getByRole('button'))
    expect(hrefs(bar().getAllByRole('link', { current: 'page' }))).toEqual(['/ai'])
  })

  // Verifies NAV-4.
  it.each<[string, () => void]>([
    ['a click outside', () => fireEvent.pointerDown(document.body)],
    ['Escape', () => fireEvent.keyDown(document.body, { key: 'Escape' })],
    ['a choice', () => fireEvent.click(bar().getByRole('link', { name: /^Explore/ }))],
  ])('closes the menu group on %s', (_, act) => {
    const group = bar().getByRole('button')
    fireEvent.click(group)
    expect(group.getAttribute('aria-expanded')).toBe('true')
    act()
    expect(group.getAttribute('aria-expanded')).toBe('false')
  })

  // Verifies NAV-5.
  it('links logged-out visitors to /verse', () => {
    expect(screen.getByRole('link', { name: 'Your key to the WaxTestverse' }).getAttribute('href')).toBe('/verse')
  })
})

describe('MobileMenu', () => {
  beforeEach(() => open())

  // Verifies NAV-8.
  it('has a tile for every page, and marks those coming soon', () => {
    expect(hrefs(sheet().getAllByRole('link'))).toEqual(['/gallery', '/ai', '/pfp', '/wall', '/verse'])
    expect(sheet().getByRole('link', { name: /^Explore/ }).textContent).toContain('Browse Gallery')
    expect(comingSoon(sheet(), '[data-disabled]')).toEqual(['BicTok', 'McArcade', 'Tokenomics', 'Candlelit Convohs'])
    for (const hint of ['Viral brainrot videos', 'Daily challenges, streaks, rewards'])
      expect(sheet().getByText(hint)).toBeTruthy()
  })

  // Verifies NAV-9.
  it('links logged-out visitors to /verse', () => {
    expect(sheet().getByRole('link', { name: /^Enter WaxTestverse/ }).textContent).toBe(
      'Enter WaxTestverseLogin or generate a new key',
    )
  })
})

// Verifies NAV-3.
it.each(['/wax', '/'])('marks no entry as current at %s', (path) => {
  open(path)
  expect(bar().getByRole('button').dataset.current).toBeUndefined()
  expect(bar().queryByRole('link', { current: 'page' })).toBeNull()
})

it('marks the gallery as current at an image page', () => {
  open('/gallery/0192aaaa-0000-7000-8000-000000000001')
  expect(bar().getByRole('button').dataset.current).toBe('true')
})

// Verifies NAV-10.
it('shows credits, contract address and secondary links in the footer', () => {
  open()
  const footer = within(screen.getByRole('contentinfo'))
  expect(footer.getByText(/by the WaxTest community/)).toBeTruthy()
  expect(footer.getByText('McW1ck')).toBeTruthy()
  expect(hrefs(footer.getAllByRole('link'))).toEqual(['/lore', '/picks', '/bictok', '/safety'])
  expect(footer.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Lore',
    'McTrenches',
    'BicTok',
    'Safety',
  ])
})

// Verifies HOME-17.
it('shows no contract address in the footer while the server has none that it trusts', () => {
  open('/', { config: { ...testSite, brand: { ...testSite.brand, contract: '' }, contractMismatch: true } })
  const footer = within(screen.getByRole('contentinfo'))
  expect(footer.getByText('Contract out of order')).toBeTruthy()
})

it('shows a message when the takedown form fails to load', () => {
  open() // a site without remotes
  const footer = within(screen.getByRole('contentinfo'))
  fireEvent.click(footer.getByRole('button', { name: 'Take something down' }))
  expect(footer.getByRole('status').textContent).toContain('does not come right now')
})

describe('launch settings', () => {
  const launch = {
    items: { bictok: { state: 'live' }, arcade: { date: '2027 Q1' } },
    menu: [{ label: 'Blog', text: 'News by candlelight', address: 'https://blog.example/' }],
    footer: [{ label: 'Press', address: '/safety' }],
  }
  beforeEach(() => open('/', { config: { ...testSite, launch } }))

  // Verifies LAUNCH-1.
  it('make a menu item live, date another one, and add links', () => {
    fireEvent.click(bar().getByRole('button'))
    expect(hrefs(bar().getAllByRole('link'))).toEqual([
      '/gallery',
      '/ai',
      '/pfp',
      '/bictok',
      'https://blog.example/',
      '/wall',
    ])
    expect(bar().getByText('Soon · 2027 Q1').closest('[data-disabled]')?.textContent).toContain('McArcade')
    expect(screen.getByRole('link', { name: 'Press' }).getAttribute('href')).toBe('/safety')
  })

  it('close the menu when a tile of another site is chosen', () => {
    cleanup()
    const onClose = vi.fn()
    open('/', { config: { ...testSite, launch } }, onClose)
    const tile = sheet().getByText('Blog')
    tile.addEventListener('click', (event) => event.preventDefault()) // nothing is loaded
    fireEvent.click(tile)
    expect(onClose).toHaveBeenCalledOnce()
  })

  it('make a tile live', () => {
    expect(sheet().getByText('BicTok').closest('a')?.getAttribute('href')).toBe('/bictok')
    expect(sheet().getByText('Blog').closest('a')?.rel).toBe('noopener')
  })
})
