import { expect, it } from 'vitest'
import { categories, emptyForm, genres, narrators } from './choices'

// Verifies BICTOK-3.
it('offers the specified options, and defaults to the first of each', () => {
  const labels = (options: { label: string }[]) => options.map(({ label }) => label)
  expect(labels(genres)).toEqual(['Horror', 'Thriller', 'Romance', 'Comedy'])
  expect(labels(categories)).toEqual(['Subway Surfer', 'Minecraft'])
  expect(labels(narrators)).toEqual(['Classic', 'Degen', 'Trader', 'Moon'])
  expect(narrators.map(({ id }) => id)).toEqual(['pfp1', 'pfp2', 'pfp3', 'pfp4'])
  expect(emptyForm).toEqual({ text: '', genre: 'GENRE_HORROR', category: 'subway', pfp: 'pfp1' })
})
