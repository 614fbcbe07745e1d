import { ApiError, newIntent } from '@mcwick/api-client'
import { keepText, keptText } from '@mcwick/session'

type KeyHeader = { 'Idempotency-Key': string }

const keyLength = 36 // a UUID

/**
 * Returns a function that adds an idempotency key to a call. While a call has no response (a lost connection, a server
 * error, a limit that was reached meanwhile, a reload of this tab), repeating it with the same body sends the same key, so
 * that the server can tell a repeat from a second request. Each kind of call has a `name` of its own.
 */
export function createIdempotentSender(name: string) {
  const storageKey = `mcwick.unanswered.${name}`
  const keep = (request: string | null) => keepText(storageKey, request, 'session')
  return async <Body, Result>(
    body: Body,
    call: (body: Body, headers: KeyHeader) => Promise<Result>,
  ): Promise<Result> => {
    const serialized = JSON.stringify(body)
    const unanswered = keptText(storageKey, 'session')
    const isRepeat = unanswered?.slice(keyLength) === serialized
    const key = isRepeat ? unanswered.slice(0, keyLength) : await newKey()
    keep(key + serialized)
    try {
      const response = await call(body, { 'Idempotency-Key': key })
      keep(null)
      return response
    } catch (error) {
      if (isAnswer(error)) keep(null)
      throw error
    }
  }
}

/** Returns a new key. The client of the last release's shell makes keys for its own senders only. */
const newKey = () => newIntent()(undefined, async (_, headers) => headers['Idempotency-Key'])

/** Whether a failure is the response to the request: a limit or a block comes before the key is looked at. */
function isAnswer(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  return error.status >= 400 && error.status < 500 && ![401, 403, 429].includes(error.status)
}
