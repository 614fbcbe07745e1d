import { describe, expect, it } from 'vitest'
import { formatDollars, parseDollars } from './dollars'

describe('amounts of money', () => {
  it.each([
    [12_500_000n, '$12.50'],
    [0n, '$0.00'],
    [1_234n, '$0.0012'],
  ])('shows %s micro-dollars as %s', (amount, text) => {
    expect(formatDollars(amount)).toBe(text)
  })

  it.each([
    ['12.5', 12_500_000n],
    [' 0 ', 0n],
    ['0.000001', 1n],
    ['-1', undefined],
    ['1e3', undefined],
    ['', undefined],
    ['100000', undefined],
  ])('reads “%s” as %s micro-dollars', (text, amount) => {
    expect(parseDollars(text)).toBe(amount)
  })
})
