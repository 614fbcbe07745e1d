import { describe, expect, it } from 'vitest'
import { avatarDrawing, profileUrl } from './handle'

describe('avatarDrawing', () => {
  // Verifies WALL-8.
  it('is the same for every spelling of a handle, and on both walls', () => {
    expect(avatarDrawing('@Waxella', 'flame')).toBe(avatarDrawing('waxella', 'flame'))
    expect(avatarDrawing('waxella', 'shame').replace('snuffed', 'friend')).toBe(avatarDrawing('waxella', 'flame'))
  })

  it('uses all eight drawings', () => {
    const handles = Array.from({ length: 200 }, (_, index) => `@wick_${index}`)
    expect(new Set(handles.map((handle) => avatarDrawing(handle, 'flame'))).size).toBe(8)
  })
})

describe('profileUrl', () => {
  // Verifies WALL-8.
  it('omits the @', () => {
    expect(profileUrl('@mc_wick')).toBe('https://x.com/mc_wick')
    expect(profileUrl('mc_wick')).toBe('https://x.com/mc_wick')
  })
})
