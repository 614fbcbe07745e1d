import { expect, it } from 'vitest'
import { wordIndexAt } from './word-timing'

const speech = {
  words: [
    { text: 'Gm,', start: '0.250s', end: '0.700s' },
    { text: 'broh.', start: '1s', end: '1.400s' },
  ],
}

it.each([
  [0, -1],
  [0.25, 0],
  [0.9, 0],
  [1, 1],
  [60, 1],
])('at %s s the current word is %s', (second, word) => {
  expect(wordIndexAt(speech, second)).toBe(word)
})
