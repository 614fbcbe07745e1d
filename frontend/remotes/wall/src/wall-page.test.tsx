import type { WallEntry } from '@mcwick/api-calls'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { away, closed, entry, hang, open, serve } from './testing'
import { texts } from './texts'

const walls = { flame: texts.walls.flame, shame: texts.walls.shame }

/** The two sides of a card, by what a reader may reach. */
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
    const { asked } = open({}, search)
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(title)
    const card = await screen.findByRole('article', { name: '@waxella' })
    expect(asked()).toEqual([`/api/v1/wall/entries?wall=${wall}`])
    const { front, back } = sidesOf(card)
    expect(within(front).getByText('@waxella')).toBeTruthy()
    expect(within(back).getByRole('heading').textContent).toBe('@waxella')
    expect(within(back).getByText('McHODLR').parentElement?.textContent).toBe(`McHODLR ${holding}`)
    expect(within(back).getByText('Lent me her last match.')).toBeTruthy()
  })

  // Verifies WALL-5.
  it('shows with each entry a candle of the house, on the cold wall one that is out', async () => {
    const { go } = open()
    const picture = async () => (await screen.findByRole('article')).querySelector('img')?.src
    expect(await picture()).toMatch(/friend-\w+\.svg$/)
    go('wall=shame')
    expect(await picture()).toMatch(/snuffed-\w+\.svg$/)
  })

  // Verifies WALL-16.
  it.each([
    ['by the flag', undefined, { wall: false }, 0],
    ['by the answer, since the page was opened', { list: closed }, { wall: true }, 1],
  ])('is quiet while the walls are closed: told %s', async (_, service, flags, asked) => {
    const house = open(service, 'wall=shame', flags)
    expect(await screen.findByRole('heading', { level: 1, name: 'The walls are closed' })).toBeTruthy()
    expect(screen.getByRole('link', { name: texts.closed.elsewhere }).getAttribute('href')).toBe('/gallery')
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.queryByRole('button')).toBeNull()
    expect(house.asked()).toHaveLength(asked)
  })

  // Verifies WALL-6.
  it('leads to somebody on X, without telling where from', async () => {
    open()
    const link = await screen.findByRole('link', { name: 'Follow on X: @waxella', hidden: true })
    expect(link.textContent).toBe('Follow on X')
    expect(link.getAttribute('href')).toBe('https://x.com/waxella')
    expect(link.getAttribute('rel')).toBe('noopener noreferrer')
    expect(link.getAttribute('target')).toBe('_blank')
  })

  // Verifies WALL-7.
  it('says that a bio is to come', async () => {
    open({ list: () => hang([{ ...entry, bio: '' }]) })
    expect(await screen.findByText('Bio coming soon...')).toBeTruthy()
  })

  // Verifies WALL-5.
  it('turns a card by its button; only the side that is up can be read', async () => {
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

  it('turns a card back when another one is turned, and when the wall is left', async () => {
    const { go } = open({ list: () => hang([entry, { ...entry, id: '2', xHandle: '@drip' }]) })
    const [first, second] = (await screen.findAllByRole('article')) as [HTMLElement, HTMLElement]
    await userEvent.click(turnOf(first))
    await userEvent.click(turnOf(second))
    expect(turnOf(first).getAttribute('aria-pressed')).toBe('false')
    expect(turnOf(second).getAttribute('aria-pressed')).toBe('true')
    go('wall=shame')
    for (const card of await screen.findAllByRole('article'))
      expect(turnOf(card).getAttribute('aria-pressed')).toBe('false')
  })

  // Verifies WALL-4.
  it.each<[string, () => Promise<unknown>]>([
    ['a tap beside it', () => userEvent.click(screen.getByRole('heading', { level: 1 }))],
    ['Escape', () => userEvent.keyboard('{Escape}')],
  ])('turns a card back by %s', async (_, act) => {
    open()
    const card = await screen.findByRole('article')
    await userEvent.click(turnOf(card))
    await userEvent.click(within(card).getByRole('heading'))
    expect(turnOf(card).getAttribute('aria-pressed')).toBe('true')
    await act()
    expect(turnOf(card).getAttribute('aria-pressed')).toBe('false')
  })

  // Verifies WALL-4.
  it('keeps a card turned while something on it is reported', async () => {
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
  ])('names the page at "%s" %s', async (search, title) => {
    const { setTitle } = open({}, search)
    await screen.findByRole('article')
    expect(setTitle).toHaveBeenLastCalledWith(title)
  })

  // Verifies WALL-15.
  it('says quietly what does not come', async () => {
    open({ list: away })
    expect((await screen.findByText(texts.failedFirst)).closest('[role=status]')).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('lets the keyboard into a bio that may have to be scrolled', async () => {
    open({ list: () => hang([{ ...entry, bio: 'wick '.repeat(80) }]) })
    expect((await screen.findByText(/^wick wick/)).tabIndex).toBe(0)
  })

  it('has the wall in the address', async () => {
    const { navigate } = open()
    const toggle = within(screen.getByRole('navigation', { name: texts.toggle }))
    expect(toggle.getByRole('link', { name: 'Flame' }).getAttribute('aria-current')).toBe('page')
    await userEvent.click(toggle.getByRole('link', { name: 'Shame' }))
    expect(navigate).toHaveBeenLastCalledWith('/wall?wall=shame', { replace: false })
    await userEvent.click(toggle.getByRole('link', { name: 'Flame' }))
    expect(navigate).toHaveBeenLastCalledWith('/wall', { replace: false })
  })

  // Verifies WALL-1.
  it('loads a wall anew each time that one comes to it', async () => {
    const { asked, go } = open()
    await screen.findByRole('article')
    go('wall=shame')
    await vi.waitFor(() => expect(asked()).toHaveLength(2))
    go('')
    await vi.waitFor(() => expect(asked()).toHaveLength(3))
    expect(asked().map((url) => url.split('wall=')[1])).toEqual(['WALL_FLAME', 'WALL_SHAME', 'WALL_FLAME'])
  })

  it('waits with a spinner', () => {
    open({ list: () => hang([]) })
    expect(screen.getByText(texts.loading).closest('[role=status]')).toBeTruthy()
  })

  it.each(['flame', 'shame'] as const)('says when nobody hangs on the wall of %s, and only then', async (side) => {
    open({ list: () => hang([]) }, `wall=${side}`)
    expect(screen.queryByText(walls[side].empty)).toBeNull()
    expect(await screen.findByText(walls[side].empty)).toBeTruthy()
    expect(screen.queryByText(walls[side].end)).toBeNull()
    await userEvent.click(screen.getAllByRole('button', { name: 'Submit Nomination' })[1] as HTMLElement)
    expect(screen.getByRole('dialog', { name: 'Submit Nomination' })).toBeTruthy()
  })

  it('says when it cannot know, and offers to try again', async () => {
    open({ list: away })
    expect(await screen.findByText(texts.failedFirst)).toBeTruthy()
    expect(screen.queryByText(walls.flame.empty)).toBeNull()
    serve({})
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('article')).toBeTruthy()
  })

  // Verifies WALL-15.
  it('keeps the last good list when a later load fails', async () => {
    const { client } = open()
    await screen.findByRole('article')
    serve({ list: away })
    await client.refetchQueries()
    expect(await screen.findByText(texts.failed)).toBeTruthy()
    expect(screen.getByRole('article', { name: '@waxella' })).toBeTruthy()
  })

  it('says that a list is old while the house says so', async () => {
    const old = { headers: { 'McWick-Stale': 'true' } }
    const { client } = open({ list: () => Response.json({ entries: [entry], nextCursor: '' }, old) })
    expect(await screen.findByText(texts.failed)).toBeTruthy()
    serve({})
    await client.refetchQueries()
    await vi.waitFor(() => expect(screen.queryByText(texts.failed)).toBeNull())
    expect(screen.getByRole('article')).toBeTruthy()
  })

  it('shows more when asked, and says so when they do not come', async () => {
    const older: WallEntry = { ...entry, id: '2', xHandle: '@older' }
    let broken = true
    const { asked } = open({
      list: (url) => {
        if (!url.includes('cursor=')) return hang([entry], 'next')
        return broken ? away() : hang([older])
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Show more' }))
    expect(await screen.findByText(texts.failedMore)).toBeTruthy()
    expect(screen.queryByText(walls.flame.end)).toBeNull()
    broken = false
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('article', { name: '@older' })).toBeTruthy()
    expect(screen.getByRole('article', { name: '@waxella' })).toBeTruthy()
    expect(screen.getByText(walls.flame.end)).toBeTruthy()
    expect(asked().at(-1)).toBe('/api/v1/wall/entries?wall=WALL_FLAME&cursor=next')
  })
})
