import { expect, it } from 'vitest'
import { filterPath, parseFilter } from './filter'

const newest = { type: 'meme', sort: 'newest', style: '', query: '' } as const

it.each([
  ['', newest],
  ['?type=pfp', { ...newest, type: 'pfp' }],
  ['?type=video&sort=trending', { ...newest, type: 'video', sort: 'trending' }],
  ['?style=Pixar+3D&q=%20moon%20', { ...newest, style: 'Pixar 3D', query: 'moon' }],
  ['?type=gif&sort=best', newest],
  [`?q=${'w'.repeat(101)}&style=${'w'.repeat(51)}`, newest],
])('reads %s', (search, want) => {
  expect(parseFilter(new URLSearchParams(search))).toEqual(want)
})

it('writes what it reads', () => {
  const filter = { type: 'meme', sort: 'week', style: 'Oil Painting', query: '100% & more' } as const
  expect(parseFilter(new URL(filterPath(filter), 'http://localhost').searchParams)).toEqual(filter)
  expect(filterPath(newest)).toBe('/gallery?type=meme')
})
