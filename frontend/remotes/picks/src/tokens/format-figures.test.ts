import { describe, expect, it } from 'vitest'
import { changeDirection, formatAmount, formatChange, formatDate, formatPrice } from './format-figures'

describe('formatPrice', () => {
  // Verifies TOOLS-16, TOOLS-17.
  it.each([
    [null, 'N/A'],
    [0, '$0.00e+0'],
    [0.000000001, '$1.00e-9'],
    [0.0000081249, '$8.12e-6'],
    [0.00000999, '$9.99e-6'],
    [0.00001, '$0.000010'],
    [0.000512, '$0.000512'],
    [0.999999, '$0.999999'],
    [1, '$1.00'],
    [4.2, '$4.20'],
    [99.99, '$99.99'],
    [100, '$100'],
    [100.5, '$101'],
    [67412, '$67,412'],
  ])('formats %o as %s', (price, text) => {
    expect(formatPrice(price)).toBe(text)
  })
})

describe('formatChange', () => {
  // Verifies TOOLS-16, TOOLS-17.
  it.each([
    [null, 'N/A', undefined],
    [0, '+0.0%', 'up'],
    [0.04, '+0.0%', 'up'],
    [1.25, '+1.3%', 'up'],
    [12.6, '+12.6%', 'up'],
    [-0.04, '-0.0%', 'down'],
    [-7.31, '-7.3%', 'down'],
  ])('formats %o as %s', (change, text, direction) => {
    expect(formatChange(change)).toBe(text)
    expect(changeDirection(change)).toBe(direction)
  })
})

it('formats amounts and dates', () => {
  expect([formatAmount(null), formatAmount(0), formatAmount(35_600_000), formatAmount(1.331e12)]).toEqual([
    'N/A',
    '$0',
    '$35.6M',
    '$1.3T',
  ])
  expect(formatDate('2009-01-03')).toBe('Jan 3, 2009')
})
