import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { cases } from '../gen/sketch-cases'
import { sketchOf } from './sketch'

describe('sketchOf', () => {
  it.each(cases)('matches the Go renderer for $traits', ({ traits, sha256 }) => {
    expect(createHash('sha256').update(sketchOf(traits)).digest('hex')).toBe(sha256)
  })

  it('replaces all color placeholders', () => {
    for (const { traits } of cases) expect(sketchOf(traits)).not.toMatch(/[{}]|undefined|=""/)
  })
})
