import { stubNavigator } from '@mcwick/testing'
import { createEvent, fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { advance, open, seeded } from '../testing'
import samples from '../tokens/samples.json'

const names = ['Bitcoin', 'Ethereum', 'Pepe', 'Wojak', 'WaxTest']

const button = (name: string) => screen.getByRole('button', { name })
const press = (key: string, options = {}) => fireEvent.keyDown(document.body, { key, ...options })
const deck = () => screen.getByRole('region', { name: 'The deck' })
const top = () => within(deck()).getAllByRole('article')[0] as HTMLElement

function votesOn(card: HTMLElement) {
  const count = (name: string) => {
    const value = within(card).getByText(name).nextElementSibling?.textContent ?? ''
    return Number(value.replace(',', ''))
  }
  return { green: count('Green votes'), red: count('Red votes') }
}

/** Fires a pointer event with the time of the fake clock; the document would use the real one. */
function firePointer(
  card: HTMLElement,
  what: 'pointerDown' | 'pointerMove' | 'pointerUp' | 'pointerCancel',
  clientX: number,
) {
  const event = createEvent[what](card, { clientX, isPrimary: true, button: 0, pointerId: 1 })
  Object.defineProperty(event, 'timeStamp', { value: Date.now() })
  fireEvent(card, event)
}

/** Drags a card by `distance` pixels, evenly and slowly. */
function swipe(card: HTMLElement, distance: number, last: 'pointerUp' | 'pointerCancel' = 'pointerUp') {
  firePointer(card, 'pointerDown', 100)
  for (let step = 1; step <= 5; step++) {
    vi.advanceTimersByTime(60)
    firePointer(card, 'pointerMove', 100 + (distance * step) / 5)
  }
  vi.advanceTimersByTime(60)
  firePointer(card, last, 100 + distance)
}

describe('Tinder', () => {
  beforeEach(() => {
    Element.prototype.setPointerCapture ??= () => undefined
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(320)
  })

  it('shows one card with its figures', async () => {
    await open('mode=tinder')
    expect(within(deck()).getByRole('article', { name: 'Bitcoin' }).textContent).toMatch(
      /Bitcoin BTC\$67,412 ▲ \+1\.2% in 24 h.*Market cap\$1\.3T24 h volume\$28\.4BFirst litJan 3, 2009/,
    )
    expect(votesOn(top())).toEqual({ green: 2140, red: 310 })
  })

  // Verifies TOOLS-9, TOOLS-10.
  it.each<[string, 'green' | 'red', () => void]>([
    ['the green button', 'green', () => fireEvent.click(button('Green candle'))],
    ['the red button', 'red', () => fireEvent.click(button('Red candle'))],
    ['the right arrow key', 'green', () => press('ArrowRight')],
    ['the left arrow key', 'red', () => press('ArrowLeft')],
    ['a swipe to the right', 'green', () => swipe(top(), 150)],
    ['a swipe to the left', 'red', () => swipe(top(), -150)],
  ])('votes by %s, and shows the next card after 300 ms', async (_, vote, act) => {
    await open('mode=tinder')
    const before = votesOn(top())
    act()
    expect(top().dataset.leaving).toBe(vote)
    expect(votesOn(top())).toEqual({ ...before, [vote]: before[vote] + 1 })
    const line = `A ${vote} candle for Bitcoin. Next up: Ethereum.`
    expect(screen.getByRole('status').textContent).toBe(line)
    await advance(299)
    expect(top().getAttribute('aria-label')).toBe('Bitcoin')
    await advance(1)
    expect(screen.getByRole('status').textContent).toBe(line)
    expect(top().getAttribute('aria-label')).toBe('Ethereum')
    expect(top().inert).toBeFalsy()
  })

  it.each<[string, () => void]>([
    ['a short drag', () => swipe(top(), 60)],
    ['a canceled drag', () => swipe(top(), 150, 'pointerCancel')],
    ['a repeated key', () => press('ArrowRight', { repeat: true })],
    ['a key with a modifier', () => press('ArrowRight', { altKey: true })],
    ['another key', () => press('ArrowUp')],
  ])('does not vote by %s', async (_, act) => {
    await open('mode=tinder')
    act()
    await advance(300)
    expect(top().getAttribute('aria-label')).toBe('Bitcoin')
    expect(top().style.getPropertyValue('--drag')).toBe('')
  })

  it('moves the card with the pointer', async () => {
    await open('mode=tinder')
    firePointer(top(), 'pointerDown', 100)
    firePointer(top(), 'pointerMove', 137)
    expect(top().style.getPropertyValue('--drag')).toBe('37')
  })

  it('counts a double click as one vote', async () => {
    await open('mode=tinder')
    fireEvent.click(button('Green candle'))
    fireEvent.click(button('Green candle'))
    await advance(300)
    expect(top().getAttribute('aria-label')).toBe('Ethereum')
    expect(votesOn(top())).toEqual({ green: 1733, red: 402 })
  })

  it('votes once while Enter is held on a button', async () => {
    await open('mode=tinder')
    const repeated = createEvent.keyDown(button('Green candle'), { key: 'Enter', repeat: true })
    fireEvent(button('Green candle'), repeated)
    expect(repeated.defaultPrevented).toBe(true)
  })

  // Verifies TOOLS-11.
  it('accepts no vote on the last card, and shows that it is the last', async () => {
    await open('mode=tinder')
    for (const _ of names.slice(1)) {
      press('ArrowRight')
      await advance(300)
    }
    expect(within(deck()).getAllByRole('article')).toHaveLength(1)
    const before = votesOn(top())
    press('ArrowRight')
    fireEvent.click(button('Red candle'))
    swipe(top(), 200)
    await advance(300)
    expect(top().getAttribute('aria-label')).toBe('WaxTest')
    expect(votesOn(top())).toEqual(before)
    const line = screen.getByText(/^That was the deck, broh/)
    expect(line.getAttribute('role')).toBe('status')
    expect(button('Green candle').getAttribute('aria-describedby')).toBe(line.id)
  })

  // Verifies TOOLS-19.
  it.each<[string, string[], string]>([
    [
      'its green candles',
      ['Right', 'Left', 'Right', 'Left'],
      'My green candles go to Bitcoin, Pepe. Your swipe, broh.',
    ],
    ['that there was none', ['Left', 'Left', 'Left', 'Left'], 'Not one green candle from me.'],
  ])('offers to share %s at the end', async (_, votes, words) => {
    const writeText = vi.fn(async () => undefined)
    await open('mode=tinder')
    stubNavigator({ clipboard: { writeText } })
    const fetched = vi.spyOn(globalThis, 'fetch')
    const card = () => screen.queryByRole('region', { name: 'Show the other candles' })
    for (const vote of votes) {
      expect(card()).toBeNull()
      press(`Arrow${vote}`)
      await advance(300)
    }
    expect(card()?.textContent).toContain(words)
    expect(screen.queryByRole('button', { name: 'Send it on' })).toBeNull()
    fireEvent.click(button('Copy it with the link'))
    await advance(0)
    expect(button('Copied')).toBeTruthy()
    expect(writeText).toHaveBeenCalledExactlyOnceWith(
      expect.stringMatching(new RegExp(`^${words}.*http://[^ ]+/picks\\?mode=tinder$`)),
    )
    expect(fetched).not.toHaveBeenCalled()
    press('ArrowRight')
    expect(card()?.textContent).toContain(words)
  })

  // Verifies TOOLS-11.
  it.each([1, 2, 3, 4, 5, 6, 7, 8])('keeps its invariants under random input (seed %i)', async (seed) => {
    await open('mode=tinder')
    const random = seeded(seed)
    const distance = () => (random() - 0.5) * 500
    const inputs = [
      () => fireEvent.click(button('Green candle')),
      () => fireEvent.click(button('Red candle')),
      () => fireEvent.dblClick(button('Red candle')),
      () => press('ArrowLeft'),
      () => press('ArrowRight'),
      () => press('ArrowRight', { repeat: true }),
      () => swipe(top(), distance()),
      () => swipe(top(), distance(), 'pointerCancel'),
      () => firePointer(top(), 'pointerUp', distance()),
    ]
    const votes = new Map(samples.map(({ votes_green, votes_red }, index) => [names[index], votes_green + votes_red]))
    let changedAt = Number.NEGATIVE_INFINITY
    for (let step = 0; step < 120; step++) {
      const name = top().getAttribute('aria-label') ?? ''
      const wasLeaving = Boolean(top().dataset.leaving)
      inputs[Math.floor(random() * inputs.length)]?.()
      await advance(0)
      const shown = top().getAttribute('aria-label') ?? ''
      expect(names.indexOf(shown) - names.indexOf(name), 'cards passed by one input').toBeLessThanOrEqual(
        wasLeaving ? 1 : 0,
      )
      await advance(Math.floor(random() * 250))
      const next = top().getAttribute('aria-label') ?? ''
      if (next !== name) {
        expect(names.indexOf(next), 'one card at a time').toBe(names.indexOf(name) + 1)
        expect(Date.now() - changedAt, 'each card is shown for its animation at least').toBeGreaterThanOrEqual(300)
        changedAt = Date.now()
      }
      const { green, red } = votesOn(top())
      const own = (votes.get(next) ?? 0) + (top().dataset.leaving ? 1 : 0)
      expect(green + red, `${next} is voted on once, when it leaves`).toBe(own)
    }
    expect(top().getAttribute('aria-label')).toBe('WaxTest')
  })
})
