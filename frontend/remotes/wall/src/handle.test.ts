import { describe, expect, it } from 'vitest'
import { candleOf, profileOf } from './handle'

describe('candleOf', () => {
  // Verifies WALL-8.
  it('is the same for a handle however it is written, and the same candle on both walls', () => {
    expect(candleOf('@Waxella', 'flame')).toBe(candleOf('waxella', 'flame'))
    expect(candleOf('waxella', 'shame').replace('snuffed', 'friend')).toBe(candleOf('waxella', 'flame'))
  })

  it('uses all eight', () => {
    const handles = Array.from({ length: 200 }, (_, index) => `@wick_${index}`)
    expect(new Set(handles.map((handle) => candleOf(handle, 'flame'))).size).toBe(8)
  })
})

describe('profileOf', () => {
  // Verifies WALL-8.
  it('leaves the @ out', () => {
    expect(profileOf('@mc_wick')).toBe('https://x.com/mc_wick')
    expect(profileOf('mc_wick')).toBe('https://x.com/mc_wick')
  })
})
