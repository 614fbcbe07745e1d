import { mockApi, renderPage } from '@mcwick/testing'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Generator } from '../generator'

// Verifies BICTOK-3.
it('shows the specified choices with the first of each chosen', () => {
  mockApi()
  renderPage(<Generator />)
  const choices = screen.getAllByRole('group').map((group) => {
    const options = within(group).getAllByRole<HTMLInputElement>('radio')
    return {
      label: group.querySelector('legend')?.textContent,
      options: options.map((option) => `${option.value} ${option.closest('label')?.textContent}`),
      chosen: options.map(({ checked }) => checked).indexOf(true),
    }
  })
  const genres = ['GENRE_HORROR Horror', 'GENRE_THRILLER Thriller', 'GENRE_ROMANCE Romance', 'GENRE_COMEDY Comedy']
  expect(choices).toEqual([
    { label: 'Story Genre', options: genres, chosen: 0 },
    { label: 'Brain-Rot Video Pair', options: ['subway Subway Surfer', 'minecraft Minecraft'], chosen: 0 },
    { label: 'Image Pair', options: ['pfp1 Classic', 'pfp2 Degen', 'pfp3 Trader', 'pfp4 Moon'], chosen: 0 },
  ])
})
