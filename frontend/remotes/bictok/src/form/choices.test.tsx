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
      options: options.map((option) => option.closest('label')?.textContent),
      chosen: options.filter(({ checked }) => checked).map(({ value }) => value),
    }
  })
  expect(choices).toEqual([
    { label: 'Story Genre', options: ['Horror', 'Thriller', 'Romance', 'Comedy'], chosen: ['GENRE_HORROR'] },
    { label: 'Brain-Rot Video Pair', options: ['Subway Surfer', 'Minecraft'], chosen: ['subway'] },
    { label: 'Image Pair', options: ['Classic', 'Degen', 'Trader', 'Moon'], chosen: ['pfp1'] },
  ])
})
