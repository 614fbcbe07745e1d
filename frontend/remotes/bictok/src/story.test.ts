import { describe, expect, it } from 'vitest'
import { sample, scriptOf } from './story'

describe('the sample story', () => {
  // Verifies BICTOK-5.
  it('keeps the rules of a script', () => {
    const { text, wordCount } = sample
    expect(text.trim()).not.toBe('')
    expect(text).not.toMatch(/story time/i)
    expect(text.split(/[.!?]+/).filter((sentence) => sentence.trim() !== '').length).toBeGreaterThanOrEqual(3)
    expect(wordCount).toBeGreaterThanOrEqual(75)
    expect(wordCount).toBeLessThanOrEqual(150)
  })
})

describe('scriptOf', () => {
  // Verifies BICTOK-8.
  it.each([
    [75, 30],
    [76, 31],
    [150, 60],
  ])('takes %s words for %s seconds', (wordCount, durationSeconds) => {
    expect(scriptOf('wax \n'.repeat(wordCount))).toMatchObject({ wordCount, durationSeconds })
  })
})
