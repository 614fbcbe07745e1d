import { TestShell } from '@mcwick/testing'
import { render, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import LorePage from './lore-page'

describe('LorePage', () => {
  // Verifies HOME-15, LORE-1, LORE-2.
  it('shows title, birthday, age and all chapters', () => {
    const { container } = render(
      <TestShell>
        <LorePage />
      </TestShell>,
    )
    expect(screen.getByRole('heading', { level: 1, name: 'The Legendary WaxTest' })).toBeTruthy()
    expect(screen.getByText('January 3, 2009')).toBeTruthy()
    expect(screen.getByText('15 human years and 78 candle years')).toBeTruthy()
    const chapters = { Tenets: 6, 'Music Tastes': 6, 'Accolades and Achievements': 5, 'Fun Facts': 3 }
    for (const [name, count] of Object.entries(chapters))
      expect(within(screen.getByRole('region', { name })).getAllByRole('listitem'), name).toHaveLength(count)
    expect(container.textContent).not.toMatch(/\{\w+\}/)
  })
})
