import { describe, expect, it } from 'vitest'
import { newScript, sampleScript } from './sample-script'

describe('sampleScript', () => {
  // Verifies BICTOK-5.
  it('follows the rules of a script', () => {
    const { text, wordCount } = sampleScript
    expect(text.trim()).not.toBe('')
    expect(text).not.toMatch(/story time/i)
    expect(text.split(/[.!?]+/).filter((sentence) => sentence.trim() !== '').length).toBeGreaterThanOrEqual(3)
    expect(wordCount).toBeGreaterThanOrEqual(75)
    expect(wordCount).toBeLessThanOrEqual(150)
  })
})

describe('newScript', () => {
  // Verifies BICTOK-8.
  it.each([
    [75, 30],
    [76, 31],
    [150, 60],
  ])('estimates %s words as %s seconds', (wordCount, durationSeconds) => {
    expect(newScript('wax \n'.repeat(wordCount))).toMatchObject({ wordCount, durationSeconds })
  })
})
