import { expect, it } from 'vitest'
import { blank, categories, genres, tellers } from './choices'

// Verifies BICTOK-3.
it('offers what is specified, and begins with the first of each', () => {
  const labels = (options: { label: string }[]) => options.map(({ label }) => label)
  expect(labels(genres)).toEqual(['Horror', 'Thriller', 'Romance', 'Comedy'])
  expect(labels(categories)).toEqual(['Subway Surfer', 'Minecraft'])
  expect(labels(tellers)).toEqual(['Classic', 'Degen', 'Trader', 'Moon'])
  expect(tellers.map(({ id }) => id)).toEqual(['pfp1', 'pfp2', 'pfp3', 'pfp4'])
  expect(blank).toEqual({ text: '', genre: 'GENRE_HORROR', category: 'subway', pfp: 'pfp1' })
})
