import { readFileSync } from 'node:fs'
import { formatReason } from '@mcwick/jobs'
import { describe, expect, it } from 'vitest'
import { texts } from './texts'

const { script, audio, video } = texts
const codesIn = (file: string) =>
  [...readFileSync(file, 'utf8').matchAll(/"([A-Z]+_[A-Z_]+)"/g)].map(([, code]) => code)

describe('the failure reasons', () => {
  it('cover every error code of the provider', () => {
    const codes = codesIn('../services/generation/internal/generation/errors.go').filter((code) =>
      /^PROVIDER_/.test(code ?? ''),
    )
    expect(codes.length).toBeGreaterThan(4)
    for (const { reasons } of [script, audio]) expect(Object.keys(reasons)).toEqual(expect.arrayContaining(codes))
  })

  it.each([
    ['script', script.reasons, ['SCRIPT_FAILED', 'SCRIPT_MISSING', 'SCRIPT_BREAKS_RULES']],
    ['audio', audio.reasons, ['SPEECH_FAILED', 'SPEECH_TYPE_INVALID', 'SPEECH_TOO_LARGE']],
  ])('cover every error code of a %s', (_, reasons, codes) => {
    expect(codesIn('../services/generation/internal/generation/errors.go')).toEqual(expect.arrayContaining(codes))
    expect(Object.keys(reasons)).toEqual(expect.arrayContaining(codes))
  })

  it('cover every error code of a video', () => {
    const codes = ['VIDEO_TEMPLATE_MISSING', 'VIDEO_GLYPHS_MISSING', 'VIDEO_FAILED', 'VIDEO_NOT_FOUND']
    expect(codesIn('../services/media/internal/video/videos/video.go')).toEqual(expect.arrayContaining(codes))
    expect(Object.keys(video.reasons)).toEqual(expect.arrayContaining(codes))
  })

  it.each(Object.entries({ ...script.reasons, ...audio.reasons, ...video.reasons }))(
    '%s: is one, and ends with what to do',
    (_, reason) => {
      expect(formatReason(reason)).toMatch(/^[A-Z][^.!?]*, so [^.!?]*\.$/)
    },
  )
})
