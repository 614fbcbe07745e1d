import { testSite } from '@mcwick/testing'
import { expect, it } from 'vitest'
import { placeOf } from './launch'

const words = { label: 'BicTok', text: 'Videos of {name}' }
const withItem = (item: object) => ({ ...testSite, launch: { items: { bictok: item, chat: item } } })

// Verifies LAUNCH-1.
it.each([
  ['as the page has it', {}, { label: 'BicTok', text: 'Videos of WaxTest' }],
  ['live at its own path', { state: 'live' }, { label: 'BicTok', text: 'Videos of WaxTest', href: '/bictok' }],
  [
    'with other words and a date',
    { label: 'TikBoc', text: 'Soon, {name}', date: '2027 Q1', state: 'soon', address: '/x' },
    { label: 'TikBoc', text: 'Soon, WaxTest', date: '2027 Q1' },
  ],
])('returns an item %s', (_, item, want) => {
  expect(placeOf('bictok', words, withItem(item))).toEqual(want)
})

// Verifies LAUNCH-1.
it('keeps an item without an address coming soon', () => {
  expect(placeOf('chat', words, withItem({ state: 'live' })).href).toBeUndefined()
  expect(placeOf('chat', words, withItem({ state: 'live', address: 'https://t.me/x' })).href).toBe('https://t.me/x')
})
