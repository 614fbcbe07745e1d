import { ApiError } from '@mcwick/api-client'
import { describe, expect, it } from 'vitest'
import { failureOf, sentenceOf } from './failure'
import { JobFailed } from './order'
import { texts } from './texts'

const words = {
  failed: 'Failed to burn',
  reasons: { TOO_WET: 'The wick is wet, so dry it.' },
  messages: { NO_WAX: 'No wax' },
}
const tell = (error: Error) => failureOf(error, words)
const refused = (code: string, retryAfter?: number, detail = 'The server says so.') =>
  tell(new ApiError(429, code, detail, 'trace', retryAfter))

describe('failureOf', () => {
  it('keeps the message of a failed job and chooses the sentence by its code', () => {
    expect(tell(new JobFailed('TOO_WET', 'It drips', 'trace'))).toMatchObject({
      message: 'It drips',
      reason: words.reasons.TOO_WET,
    })
  })

  it.each([
    ['RATE_LIMITED', 38, 'The wick needs a breather, broh, so come back in 40 s.'],
    ['QUEUE_FULL', 310, 'The queue is longer than five minutes, broh, so come back in 5 min.'],
    ['QUEUE_FULL', undefined, 'The queue is longer than five minutes, broh, so come back in a minute.'],
    ['BUDGET_SPENT', 7 * 3600, 'Today’s wax is all burnt, so come back in 7 h for fresh candles.'],
    ['BUSY', 1, 'The house is packed right now, broh, so try again in 5 s.'],
  ])('says when to come back after %s in %s s', (code, retryAfter, reason) => {
    expect(refused(code, retryAfter)).toMatchObject({ message: words.failed, reason })
  })

  it('falls back to the general sentence', () => {
    const general = { message: words.failed, reason: texts.anyReason }
    expect(tell(new JobFailed('JOB_GIVEN_UP', 'Nobody got to it.', 'trace'))).toMatchObject(general)
    expect(tell(new JobFailed('', '', 'trace'))).toMatchObject(general)
    expect(tell(new TypeError('offline'))).toMatchObject(general)
    expect(refused('UNREADABLE_ANSWER', undefined, '')).toMatchObject(general)
  })

  it('says what happened under a code that has a name of its own', () => {
    expect(refused('NO_WAX')).toMatchObject({ message: 'No wax', reason: 'The server says so.' })
  })

  it("keeps the server's own sentence under a code without one", () => {
    expect(refused('MEME_INVALID').reason).toBe('The server says so.')
  })

  it.each(Object.entries(texts.reasons))('%s: is one sentence, and ends with what to do', (_, reason) => {
    expect(sentenceOf(reason)).toMatch(/^[A-Z][^.!?]*, so [^.!?]*\.$/)
  })
})
