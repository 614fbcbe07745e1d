import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { cases } from '../gen/sketch-cases'
import { renderSketch } from './sketch'

describe('renderSketch', () => {
  it.each(cases)('matches the Go renderer for $traits', ({ traits, sha256 }) => {
    expect(createHash('sha256').update(renderSketch(traits)).digest('hex')).toBe(sha256)
  })

  it('replaces all color placeholders', () => {
    for (const { traits } of cases) expect(renderSketch(traits)).not.toMatch(/[{}]|undefined|=""/)
  })
})
