import type { WallEntry } from '@mcwick/api-calls'
import { AlwaysIntersecting } from '@mcwick/testing'
import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { entry, mockWallApi, open, respondClosed, respondUnavailable, respondWithEntries } from './testing'
import { texts } from './texts'

const walls = { flame: texts.walls.flame, shame: texts.walls.shame }

/** The two sides of a card, by what is not inert. */
function sidesOf(card: HTMLElement) {
  const back = within(card).getByRole('heading', { hidden: true }).parentElement as HTMLElement
  return { front: back.previousElementSibling as HTMLElement, back }
}

const turnOf = (card: HTMLElement) => within(card).getByRole('button', { name: /^Turn/ })

describe('WallPage', () => {
  // Verifies WALL-1, WALL-6.
  it.each([
    ['', 'Wall of Flame', 'WALL_FLAME', 'Not Yet'],
    ['wall=shame', 'Wall of Shame', 'WALL_SHAME', 'I Hope Not, Broh!'],
    ['wall=nonsense', 'Wall of Flame', 'WALL_FLAME', 'Not Yet'],
  ])('shows at "%s" the %s', async (search, title, wall, holding) => {
    const { urls } = open({}, search)
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(title)
    const card = await screen.findByRole('article', { name: '@waxella' })
    expect(urls()).toEqual([`/api/v1/wall/entries?wall=${wall}`])
    const { front, back } = sidesOf(card)
    expect(within(front).getByText('@waxella')).toBeTruthy()
    expect(within(back).getByRole('heading').textContent).toBe('@waxella')
    expect(within(back).getByText('McHODLR').parentElement?.textContent).toBe(`McHODLR ${holding}`)
    expect(within(back).getByText('Lent me her last match.')).toBeTruthy()
  })

  // Verifies WALL-5.
  it('shows a drawing for each entry, with a snuffed flame on the wall of shame', async () => {
    const { rerender } = open()
    const picture = async () => (await screen.findByRole('article')).querySelector('img')?.src
    expect(await picture()).toMatch(/friend-\w+\.svg$/)
    rerender('wall=shame')
    expect(await picture()).toMatch(/snuffed-\w+\.svg$/)
  })

  // Verifies WALL-16.
  it.each([
    ['by the flag', undefined, { wall: false }, 0],
    ['by the response, after the page was loaded', { list: respondClosed }, { wall: true }, 2],
  ])('shows that the walls are closed: %s', async (_, service, flags, requests) => {
    const page = open(service, 'wall=shame', flags)
    expect(await screen.findByRole('heading', { level: 1, name: 'The walls are closed' })).toBeTruthy()
    expect(screen.getByRole('link', { name: texts.closed.elsewhere }).getAttribute('href')).toBe('/gallery')
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.queryByRole('button')).toBeNull()
    expect(page.urls()).toHaveLength(requests)
  })

  // Verifies WALL-17.
  it('has only the Wall of Flame while the other one is closed', async () => {
    const { urls } = open({}, 'wall=shame', { shame: false })
    await screen.findByRole('article', { name: '@waxella' })
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Wall of Flame')
    expect(urls()).toEqual(['/api/v1/wall/entries?wall=WALL_FLAME'])
    expect(screen.queryByRole('link', { name: 'Shame' })).toBeNull()
  })

  // Verifies WALL-17.
  it('has only the Wall of Flame once the other one closes while the page is open', async () => {
    const list = (url: string) => (url.includes('WALL_SHAME') ? respondClosed() : respondWithEntries([entry]))
    const { setTitle } = open({ list }, 'wall=shame')
    await screen.findByRole('article', { name: '@waxella' })
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Wall of Flame')
    expect(setTitle).toHaveBeenLastCalledWith('Wall of Flame')
    expect(screen.queryByRole('link', { name: 'Shame' })).toBeNull()
  })

  // Verifies WALL-6.
  it('links to the X profile without a referrer', async () => {
    open()
    const link = await screen.findByRole('link', { name: 'Follow on X: @waxella', hidden: true })
    expect(link.textContent).toBe('Follow on X')
    expect(link.getAttribute('href')).toBe('https://x.com/waxella')
    expect(link.getAttribute('rel')).toBe('noopener noreferrer')
    expect(link.getAttribute('target')).toBe('_blank')
  })

  // Verifies WALL-7.
  it('shows a placeholder for a missing bio', async () => {
    open({ list: () => respondWithEntries([{ ...entry, bio: '' }]) })
    expect(await screen.findByText('Bio coming soon...')).toBeTruthy()
  })

  // Verifies WALL-5.
  it('flips a card by its button; the hidden side is inert', async () => {
    open()
    const card = await screen.findByRole('article')
    const { front, back } = sidesOf(card)
    const states = () => [
      turnOf(card).getAttribute('aria-pressed'),
      front.hasAttribute('inert'),
      back.hasAttribute('inert'),
    ]
    expect(states()).toEqual(['false', false, true])
    await userEvent.click(turnOf(card))
    expect(states()).toEqual(['true', true, false])
    await userEvent.click(within(back).getByText(entry.bio))
    expect(states()).toEqual(['false', false, true])
  })

  it('flips a card back when another one is flipped, and on leaving the wall', async () => {
    const { rerender } = open({ list: () => respondWithEntries([entry, { ...entry, id: '2', xHandle: '@drip' }]) })
    const [first, second] = (await screen.findAllByRole('article')) as [HTMLElement, HTMLElement]
    await userEvent.click(turnOf(first))
    await userEvent.click(turnOf(second))
    expect(turnOf(first).getAttribute('aria-pressed')).toBe('false')
    expect(turnOf(second).getAttribute('aria-pressed')).toBe('true')
    rerender('wall=shame')
    for (const card of await screen.findAllByRole('article'))
      expect(turnOf(card).getAttribute('aria-pressed')).toBe('false')
  })

  // Verifies WALL-4.
  it.each<[string, () => Promise<unknown>]>([
    ['a tap outside', () => userEvent.click(screen.getByRole('heading', { level: 1 }))],
    ['Escape', () => userEvent.keyboard('{Escape}')],
  ])('flips a card back by %s', async (_, act) => {
    open()
    const card = await screen.findByRole('article')
    await userEvent.click(turnOf(card))
    await userEvent.click(within(card).getByRole('heading'))
    expect(turnOf(card).getAttribute('aria-pressed')).toBe('true')
    await act()
    expect(turnOf(card).getAttribute('aria-pressed')).toBe('false')
  })

  // Verifies WALL-22.
  it('focuses the button of a card that Escape flips back with the focus in it', async () => {
    open()
    const card = await screen.findByRole('article')
    await userEvent.click(turnOf(card))
    within(card).getByRole('link').focus()
    await userEvent.keyboard('{Escape}')
    expect(document.activeElement).toBe(turnOf(card))
  })

  // Verifies WALL-22.
  it('flips a card back when the focus leaves it', async () => {
    open({ list: () => respondWithEntries([entry, { ...entry, id: '2', xHandle: '@drip' }]) })
    const [first, second] = (await screen.findAllByRole('article')) as [HTMLElement, HTMLElement]
    await userEvent.click(turnOf(first))
    within(first).getByRole('link').focus()
    expect(turnOf(first).getAttribute('aria-pressed')).toBe('true')
    act(() => turnOf(second).focus())
    expect(turnOf(first).getAttribute('aria-pressed')).toBe('false')
  })

  // Verifies WALL-4.
  it('keeps a card flipped while its report dialog is open', async () => {
    open()
    const card = await screen.findByRole('article')
    await userEvent.click(turnOf(card))
    await userEvent.click(within(card).getByRole('button', { name: 'Report: @waxella' }))
    await userEvent.click(screen.getByRole('textbox', { name: /Anything else/ }))
    expect(turnOf(card).getAttribute('aria-pressed')).toBe('true')
  })

  // Verifies WALL-4.
  it.each([
    ['', 'Wall of Flame'],
    ['wall=shame', 'Wall of Shame'],
  ])('sets the window title at "%s" to %s', async (search, title) => {
    const { setTitle } = open({}, search)
    await screen.findByRole('article')
    expect(setTitle).toHaveBeenLastCalledWith(title)
  })

  // Verifies WALL-15.
  it('shows a failed load as a status line', async () => {
    open({ list: respondUnavailable })
    expect((await screen.findByText(texts.failedFirst)).closest('[role=status]')).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('makes a long bio focusable, so that it can be scrolled by keyboard', async () => {
    open({ list: () => respondWithEntries([{ ...entry, bio: 'wick '.repeat(80) }]) })
    expect((await screen.findByText(/^wick wick/)).tabIndex).toBe(0)
  })

  it('keeps the wall in the URL', async () => {
    const { navigate } = open()
    const wallSwitch = within(screen.getByRole('navigation', { name: texts.toggle }))
    expect(wallSwitch.getByRole('link', { name: 'Flame' }).getAttribute('aria-current')).toBe('page')
    await userEvent.click(wallSwitch.getByRole('link', { name: 'Shame' }))
    expect(navigate).toHaveBeenLastCalledWith('/wall?wall=shame', { replace: false })
    await userEvent.click(wallSwitch.getByRole('link', { name: 'Flame' }))
    expect(navigate).toHaveBeenLastCalledWith('/wall', { replace: false })
  })

  // Verifies WALL-1.
  it('refetches a wall on every visit', async () => {
    const { urls, rerender } = open()
    await screen.findByRole('article')
    rerender('wall=shame')
    await vi.waitFor(() => expect(urls()).toHaveLength(2))
    rerender('')
    await vi.waitFor(() => expect(urls()).toHaveLength(3))
    expect(urls().map((url) => url.split('wall=')[1])).toEqual(['WALL_FLAME', 'WALL_SHAME', 'WALL_FLAME'])
  })

  it('shows a spinner while loading', () => {
    open({ list: () => respondWithEntries([]) })
    expect(screen.getByText(texts.loading).closest('[role=status]')).toBeTruthy()
  })

  it.each(['flame', 'shame'] as const)(
    'shows the empty state of the wall of %s only for an empty list',
    async (side) => {
      open({ list: () => respondWithEntries([]) }, `wall=${side}`)
      expect(screen.queryByText(walls[side].empty)).toBeNull()
      expect(await screen.findByText(walls[side].empty)).toBeTruthy()
      expect(screen.queryByText(walls[side].end)).toBeNull()
      await userEvent.click(screen.getAllByRole('button', { name: 'Submit Nomination' })[1] as HTMLElement)
      expect(screen.getByRole('dialog', { name: 'Submit Nomination' })).toBeTruthy()
    },
  )

  it('shows an error with a retry button when the first load fails', async () => {
    open({ list: respondUnavailable })
    expect(await screen.findByText(texts.failedFirst)).toBeTruthy()
    expect(screen.queryByText(walls.flame.empty)).toBeNull()
    mockWallApi({})
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('article')).toBeTruthy()
  })

  // Verifies WALL-15.
  it('keeps the last good list when a later load fails', async () => {
    const { client } = open()
    await screen.findByRole('article')
    mockWallApi({ list: respondUnavailable })
    await client.refetchQueries()
    expect(await screen.findByText(texts.failed)).toBeTruthy()
    expect(screen.getByRole('article', { name: '@waxella' })).toBeTruthy()
  })

  it('shows that a list is stale while responses are stale', async () => {
    const old = { headers: { 'McWick-Stale': 'true' } }
    const { client } = open({ list: () => Response.json({ entries: [entry], nextCursor: '' }, old) })
    expect(await screen.findByText(texts.failed)).toBeTruthy()
    mockWallApi({})
    await client.refetchQueries()
    await vi.waitFor(() => expect(screen.queryByText(texts.failed)).toBeNull())
    expect(screen.getByRole('article')).toBeTruthy()
  })

  // Verifies WALL-26.
  it('loads three pages as they come into view, and more on a click, on each wall', async () => {
    vi.stubGlobal('IntersectionObserver', AlwaysIntersecting)
    const { urls, rerender } = open({
      list: (url) => {
        const page = Number(new URL(url, location.href).searchParams.get('cursor') ?? 1)
        return respondWithEntries([{ ...entry, id: `${page}`, xHandle: `@page${page}` }], `${page + 1}`)
      },
    })
    const more = await screen.findByRole('button', { name: texts.more })
    expect(screen.getAllByRole('article')).toHaveLength(3)
    await userEvent.click(more)
    await screen.findByRole('article', { name: '@page6' })
    rerender('wall=shame')
    await screen.findByRole('button', { name: texts.more })
    expect(urls().filter((url) => url.includes('WALL_SHAME'))).toHaveLength(3)
  })

  it('shows when the next page fails, and keeps the focus', async () => {
    vi.stubGlobal('IntersectionObserver', AlwaysIntersecting)
    const older: WallEntry = { ...entry, id: '2', xHandle: '@older' }
    let broken = true
    const { urls } = open({
      list: (url) => {
        if (!url.includes('cursor=')) return respondWithEntries([entry], 'next')
        return broken ? respondUnavailable() : respondWithEntries([older])
      },
    })
    expect(await screen.findByText(texts.failedMore)).toBeTruthy()
    expect(screen.queryByText(walls.flame.end)).toBeNull()
    broken = false
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('article', { name: '@older' })).toBeTruthy()
    expect(document.activeElement?.textContent).toBe(walls.flame.end)
    expect(screen.getByRole('article', { name: '@waxella' })).toBeTruthy()
    expect(screen.getByText(walls.flame.end)).toBeTruthy()
    expect(urls().at(-1)).toBe('/api/v1/wall/entries?wall=WALL_FLAME&cursor=next')
  })
})
