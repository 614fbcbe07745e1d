import { readFileSync } from 'node:fs'
import { formatReason } from '@mcwick/jobs'
import { describe, expect, it } from 'vitest'
import { texts } from './texts'

describe('the failure reasons', () => {
  it('cover every error code of the generation service', () => {
    const errors = readFileSync('../services/generation/internal/generation/errors.go', 'utf8')
    const codes = [...errors.matchAll(/^\tErr\w+\s.*"([A-Z_]+)"/gm)].map(([, code]) => code)
    const ours = codes.filter((code) => !/^(SCRIPT|SPEECH)_/.test(code ?? '')) // those are BicTok's
    expect(codes.length).toBeGreaterThan(10)
    expect(Object.keys(texts.reasons)).toEqual(expect.arrayContaining(ours))
  })

  it.each(Object.entries(texts.reasons))('%s is one sentence that ends with what to do', (_, reason) => {
    expect(formatReason(reason)).toMatch(/^[A-Z][^.!?]*, so [^.!?]*\.$/)
  })
})
