import { readFileSync } from 'node:fs'
import { ApiError } from '@mcwick/api-client'
import { describe, expect, it } from 'vitest'
import { GenerationFailed } from './api/generate-picture'
import { failureOf } from './failure'
import { texts } from './texts'

const refused = (code: string, retryAfter?: number, detail = 'The server says so.') =>
  failureOf(new ApiError(429, code, detail, 'trace', retryAfter))

describe('failureOf', () => {
  it('keeps the message of a failed picture and chooses the sentence by its code', () => {
    expect(failureOf(new GenerationFailed('PROVIDER_TIMEOUT', 'Request timed out', 'trace'))).toMatchObject({
      message: 'Request timed out',
      reason: texts.reasons.PROVIDER_TIMEOUT,
    })
  })

  it.each([
    ['RATE_LIMITED', 38, 'The wick needs a breather, broh, so come back in 40 s.'],
    ['QUEUE_FULL', 310, 'The queue is longer than five minutes, broh, so come back in 5 min.'],
    ['QUEUE_FULL', undefined, 'The queue is longer than five minutes, broh, so come back in a minute.'],
    ['BUDGET_SPENT', 7 * 3600, 'Today’s wax is all burnt, so come back in 7 h for fresh candles.'],
    ['UNAVAILABLE', 1, 'The studio is dark right now, so try again in 5 s.'],
  ])('says when to come back after %s in %s s', (code, retryAfter, reason) => {
    expect(refused(code, retryAfter)).toMatchObject({ message: 'Failed to generate image', reason })
  })

  it('falls back to the general sentence', () => {
    const general = { message: 'Failed to generate image', reason: texts.anyReason }
    expect(failureOf(new GenerationFailed('JOB_GIVEN_UP', 'Nobody got to it.', 'trace'))).toMatchObject(general)
    expect(failureOf(new GenerationFailed('', '', 'trace'))).toMatchObject(general)
    expect(failureOf(new TypeError('offline'))).toMatchObject(general)
    expect(refused('UNREADABLE_ANSWER', undefined, '')).toMatchObject(general)
  })

  it("keeps the server's own sentence under a code without one", () => {
    expect(refused('MEME_INVALID').reason).toBe('The server says so.')
  })
})

describe('the sentences', () => {
  it('are there for every failure that generation knows', () => {
    const errors = readFileSync('../services/generation/internal/generation/errors.go', 'utf8')
    const codes = [...errors.matchAll(/^\tErr\w+\s.*"([A-Z_]+)"/gm)].map(([, code]) => code)
    expect(codes.length).toBeGreaterThan(10)
    expect(Object.keys(texts.reasons)).toEqual(expect.arrayContaining(codes))
  })

  it.each(Object.entries(texts.reasons))('%s: is one, and ends with what to do', (_, reason) => {
    expect(reason).toMatch(/^[A-Z][^.!?]*, so [^.!?]*\.$/)
  })
})
