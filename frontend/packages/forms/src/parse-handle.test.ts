import { expect, it } from 'vitest'
import { parseHandle } from './parse-handle'

it.each([
  ['@mc_wick1', 'mc_wick1'],
  [' mcwick ', 'mcwick'],
  ['a'.repeat(50), 'a'.repeat(50)],
  ['a'.repeat(51), undefined],
  ['@', undefined],
  ['', undefined],
  ['@@wick', undefined],
  ['mc wick', undefined],
  ['mc-wick', undefined],
  ['wíck', undefined],
])('parses %j as %j', (text, handle) => {
  expect(parseHandle(text)).toBe(handle)
})
