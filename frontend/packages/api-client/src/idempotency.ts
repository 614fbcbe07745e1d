import { ApiError } from './api-error'
import { newIdempotencyKey } from './random-hex'

type KeyHeader = { 'Idempotency-Key': string }

// Responses that say nothing of an earlier request with the same key: a limit or a block comes before the key is looked at.
const undecided = [401, 403, 429]

/**
 * Returns a function that adds an idempotency key to a call. While a call has no response (a lost connection, a server
 * error, a limit that was reached meanwhile), repeating it with the same body sends the same key, so that the server can
 * tell a repeat from a second request. That of @mcwick/forms also repeats it after a reload; it is not part of the shell.
 */
export function createIdempotentSender() {
  let lastBody = ''
  let key = ''
  return async <Body, Result>(
    body: Body,
    call: (body: Body, headers: KeyHeader) => Promise<Result>,
  ): Promise<Result> => {
    const serialized = JSON.stringify(body)
    if (serialized !== lastBody) {
      lastBody = serialized
      key = newIdempotencyKey()
    }
    try {
      const response = await call(body, { 'Idempotency-Key': key })
      lastBody = ''
      return response
    } catch (error) {
      const status = error instanceof ApiError ? error.status : 0
      if (status >= 400 && status < 500 && !undecided.includes(status)) lastBody = ''
      throw error
    }
  }
}
