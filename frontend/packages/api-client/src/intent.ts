import { ApiError } from './api-error'
import { newIntentKey } from './random-hex'

type KeyHeader = { 'Idempotency-Key': string }

/**
 * Sends a visitor's wish at most once. While a wish has no answer (the line broke, the server fell over), a repeat of
 * it carries the same key, so that the server can tell it from a second wish.
 */
export function newIntent() {
  let wish = ''
  let key = ''
  return async <Body, Answer>(
    body: Body,
    call: (body: Body, headers: KeyHeader) => Promise<Answer>,
  ): Promise<Answer> => {
    const wanted = JSON.stringify(body)
    if (wanted !== wish) {
      wish = wanted
      key = newIntentKey()
    }
    try {
      const answer = await call(body, { 'Idempotency-Key': key })
      wish = ''
      return answer
    } catch (error) {
      const refused = error instanceof ApiError && error.status >= 400 && error.status < 500
      if (refused) wish = ''
      throw error
    }
  }
}
