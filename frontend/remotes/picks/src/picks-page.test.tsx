import { fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { advance, open, respondWithTokens } from './testing'
import { texts } from './texts'

const never = () => new Promise<Response>(() => undefined)

describe('PicksPage', () => {
  // Verifies TOOLS-1, TOOLS-2.
  it('shows three tools coming soon and two games', async () => {
    await open('')
    expect(screen.getByRole('heading', { level: 1, name: 'McTrenches' })).toBeTruthy()
    const soon = ['McMoon Tracker', 'McPicks', 'McSniper'].map((name) => screen.getByRole('article', { name }))
    for (const card of soon) {
      expect(within(card).getByText('Coming Soon')).toBeTruthy()
      expect(card.hasAttribute('aria-disabled'), 'an article cannot be disabled').toBe(false)
      expect(within(card).queryByRole('link')).toBeNull()
    }
    const graveyard = within(screen.getByRole('region', { name: 'Half Baked Graveyard' }))
    const launches = ['McTinder', 'Battle Mode'].map((name) =>
      within(graveyard.getByRole('article', { name })).getByRole('link', { name: `Launch ${name}` }),
    )
    expect(launches.map((link) => link.getAttribute('href'))).toEqual(['/picks?mode=tinder', '/picks?mode=battle'])
    expect(launches.map((link) => link.textContent)).toEqual(['Launch', 'Launch'])
  })

  // Verifies TOOLS-3.
  it.each(['mode=tinder', 'mode=battle'])('goes back from %s, and focuses the heading', async (search) => {
    const { go } = await open(search)
    const back = screen.getByRole('link', { name: 'Back to Modes' })
    expect(back.getAttribute('href')).toBe('/picks')
    back.focus()
    go('')
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1, name: 'McTrenches' }))
  })

  it('shows the overview for an unknown mode', async () => {
    await open('mode=poker')
    expect(screen.getByRole('heading', { level: 1, name: 'McTrenches' })).toBeTruthy()
  })

  // Verifies TOOLS-4.
  it.each(['mode=tinder', 'mode=battle'])('rotates the messages every two seconds while %s loads', async (search) => {
    const { container } = await open(search, never)
    expect(screen.getByRole('status').textContent).toBe(texts.wait)
    const messages: string[] = texts.loading.map(({ text }) => text)
    const shown = () => container.querySelector('p[aria-hidden]')?.textContent ?? ''
    const first = shown()
    expect(messages).toContain(first)
    await advance(1999)
    expect(shown()).toBe(first)
    await advance(1)
    expect(shown()).toBe(messages[(messages.indexOf(first) + 1) % messages.length])
  })

  // Verifies TOOLS-5.
  it('shows an error when the tokens fail to load, and retries', async () => {
    const answer = vi.fn<() => Promise<Response>>(async () => new Response('', { status: 404 }))
    await open('mode=battle', answer)
    expect(screen.getByRole('alert').textContent).toContain('Failed to load tokens')
    answer.mockImplementation(respondWithTokens)
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await advance(0)
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.getAllByRole('button')).toHaveLength(2)
  })

  // Verifies TOOLS-8.
  it('shows a fallback when a drawing fails to load', async () => {
    const { container } = await open('mode=battle')
    const coins = [...container.querySelectorAll('img')]
    expect(coins).toHaveLength(2)
    for (const coin of coins) {
      fireEvent.error(coin)
      expect(coin.getAttribute('src')).toMatch(/bitcoin\.svg/)
    }
  })
})
