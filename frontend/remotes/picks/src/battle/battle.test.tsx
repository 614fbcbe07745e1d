import { stubNavigator } from '@mcwick/testing'
import { createEvent, fireEvent, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { advance, open, seeded } from '../testing'

const cards = () => screen.getAllByRole('button').filter((button) => button.querySelector('b'))
const nameOf = (card: HTMLElement | undefined) => card?.querySelector('b')?.textContent ?? ''
const shown = () => cards().map(nameOf)
const results = () => cards().map((card) => card.querySelector('strong')?.textContent)

describe('Battle', () => {
  // Verifies TOOLS-12.
  it('shows two different tokens', async () => {
    await open('mode=battle')
    expect(new Set(shown()).size).toBe(2)
    expect(results()).toEqual([undefined, undefined])
  })

  // Verifies TOOLS-13.
  it.each([0, 1])('shows the result for 1.5 s when card %i wins, then the next pair', async (side) => {
    await open('mode=battle')
    const before = shown()
    fireEvent.click(cards()[side] as HTMLElement)
    expect(results()).toEqual(side === 0 ? ['🤑 WINNER!', '💀 REKT!'] : ['💀 REKT!', '🤑 WINNER!'])
    expect(screen.getByRole('status').textContent).toBe(`${before[side]} wins, ${before[1 - side]} is rekt.`)
    await advance(1499)
    expect(shown()).toEqual(before)
    await advance(1)
    expect(results()).toEqual([undefined, undefined])
    expect(shown().filter((name) => before.includes(name))).toEqual([])
    expect(screen.getByText('Round 2')).toBeTruthy()
  })

  // Verifies TOOLS-14.
  it('disables the cards while a result is shown', async () => {
    await open('mode=battle')
    fireEvent.click(cards()[0] as HTMLElement)
    expect(cards().map((card) => card.getAttribute('aria-disabled'))).toEqual(['true', 'true'])
    fireEvent.click(cards()[1] as HTMLElement)
    expect(results()).toEqual(['🤑 WINNER!', '💀 REKT!'])
    await advance(1500)
    expect(screen.getByText('Round 2')).toBeTruthy()
  })

  // Verifies TOOLS-18.
  it('offers the champion to share after five rounds, and not while a result shows', async () => {
    await open('mode=battle')
    const share = vi.fn(async () => undefined)
    stubNavigator({ share })
    const fetched = vi.spyOn(globalThis, 'fetch')
    const offer = () => screen.queryByRole('button', { name: 'Share your champion' })
    const wins = new Map<string, number>()
    for (let round = 1; round <= 5; round++) {
      const [winner, loser] = shown() as [string, string]
      const hadOffer = offer() !== null
      fireEvent.click(cards()[0] as HTMLElement)
      wins.set(winner, (wins.get(winner) ?? 0) + 1).set(loser, 0)
      await advance(1499)
      expect(offer() !== null).toBe(hadOffer)
      await advance(1)
      expect(offer() !== null).toBe(round === 5 || Math.max(...wins.values()) >= 3)
    }
    fireEvent.click(offer() as HTMLElement)
    const best = Math.max(...wins.values())
    const text = screen.getByRole('region', { name: 'Show the other candles' }).querySelector('.picks-share-text')
      ?.textContent as string
    expect(wins.get(text.split(' walked out')[0] as string)).toBe(best)
    if (best > 1) expect(text).toContain(`walked out of ${best} battles in a row`)
    fireEvent.click(screen.getByRole('button', { name: 'Send it on' }))
    await advance(0)
    expect(share).toHaveBeenCalledExactlyOnceWith({
      title: 'Battle Mode',
      text,
      url: expect.stringMatching(/\/picks\?mode=battle$/),
    })
    expect(fetched).not.toHaveBeenCalled()
    fireEvent.click(cards()[0] as HTMLElement)
    expect(results()).toEqual(['🤑 WINNER!', '💀 REKT!'])
  })

  it('chooses once while Enter is held', async () => {
    await open('mode=battle')
    const card = cards()[0] as HTMLElement
    const repeated = createEvent.keyDown(card, { key: 'Enter', repeat: true })
    fireEvent(card, repeated)
    expect(repeated.defaultPrevented).toBe(true)
  })

  // Verifies TOOLS-14.
  it.each([1, 2, 3, 4, 5, 6, 7, 8])('keeps its invariants under random clicks (seed %i)', async (seed) => {
    await open('mode=battle')
    const random = seeded(seed)
    let round = { pair: shown(), results: results(), endsAt: 0 }
    for (let step = 0; step < 200; step++) {
      const wasOpen = round.results[0] === undefined
      const side = random() < 0.5 ? 0 : 1
      fireEvent.click(cards()[side] as HTMLElement)
      if (wasOpen) round = { pair: shown(), results: results(), endsAt: Date.now() + 1500 }
      expect(shown(), 'the pair stays for its result').toEqual(round.pair)
      expect(results(), 'the first press decides').toEqual(round.results)
      expect([...results()].sort()).toEqual(['💀 REKT!', '🤑 WINNER!'])
      await advance(Math.floor(random() * 600))
      if (Date.now() < round.endsAt) continue
      expect(new Set(shown()).size).toBe(2)
      expect(
        shown().filter((name) => round.pair.includes(name)),
        'nobody fights twice in a row',
      ).toEqual([])
      round = { pair: shown(), results: results(), endsAt: 0 }
      expect(round.results).toEqual([undefined, undefined])
    }
  })
})
