import { ApiError } from '@mcwick/api-client'
import { describe, expect, it } from 'vitest'
import { describeFailure, formatReason } from './describe-failure'
import { JobFailedError } from './job-definition'
import { texts } from './texts'

const failureTexts = {
  failed: 'Failed to burn',
  reasons: { TOO_WET: 'The wick is wet, so dry it.' },
  messages: { NO_WAX: 'No wax' },
}
const failureFrom = (error: Error) => describeFailure(error, failureTexts)
const refused = (code: string, retryAfter?: number, detail = 'The server says so.') =>
  failureFrom(new ApiError(429, code, detail, 'trace', retryAfter))

describe('describeFailure', () => {
  it('shows the message of a failed job and the reason for its code', () => {
    expect(failureFrom(new JobFailedError('TOO_WET', 'It drips', 'trace'))).toMatchObject({
      message: 'It drips',
      reason: failureTexts.reasons.TOO_WET,
    })
  })

  it.each([
    ['RATE_LIMITED', 38, 'The wick needs a breather, broh, so come back in 40 s.'],
    ['QUEUE_FULL', 310, 'The queue is longer than five minutes, broh, so come back in 5 min.'],
    ['QUEUE_FULL', undefined, 'The queue is longer than five minutes, broh, so come back in a minute.'],
    ['BUDGET_SPENT', 7 * 3600, 'Today’s wax is all burnt, so come back in 7 h for fresh candles.'],
    ['LANE_SHARE_SPENT', 1200, 'You have had your share of this hour’s wax, broh, so come back in 20 min.'],
    ['BUSY', 1, 'The house is packed right now, broh, so try again in 5 s.'],
  ])('shows the retry delay for %s after %s s', (code, retryAfter, reason) => {
    expect(refused(code, retryAfter)).toMatchObject({ message: failureTexts.failed, reason })
  })

  it('falls back to the generic reason', () => {
    const general = { message: failureTexts.failed, reason: texts.genericReason }
    expect(failureFrom(new JobFailedError('JOB_GIVEN_UP', 'Nobody got to it.', 'trace'))).toMatchObject(general)
    expect(failureFrom(new JobFailedError('', '', 'trace'))).toMatchObject(general)
    expect(failureFrom(new TypeError('offline'))).toMatchObject(general)
    expect(refused('UNREADABLE_ANSWER', undefined, '')).toMatchObject(general)
  })

  it('shows the message for a code that has one', () => {
    expect(refused('NO_WAX')).toMatchObject({ message: 'No wax', reason: 'The server says so.' })
  })

  // Verifies MOD-18.
  it.each(['MEME_INVALID', 'BLOCKED', 'LOCKDOWN'])("shows the server's sentence for %s", (code) => {
    expect(refused(code).reason).toBe('The server says so.')
  })

  it.each(Object.entries(texts.reasons))('%s is one sentence that ends with what to do', (_, reason) => {
    expect(formatReason(reason)).toMatch(/^[A-Z][^.!?]*, so [^.!?]*\.$/)
  })
})
