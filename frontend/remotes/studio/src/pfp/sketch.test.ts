import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { cases } from '../gen/sketch-cases'
import { sketchOf } from './sketch'

describe('sketchOf', () => {
  it.each(cases)('draws $traits as the mascot does', ({ traits, sha256 }) => {
    expect(createHash('sha256').update(sketchOf(traits)).digest('hex')).toBe(sha256)
  })

  it('leaves no colour open', () => {
    for (const { traits } of cases) expect(sketchOf(traits)).not.toMatch(/[{}]|undefined|=""/)
  })
})
