import { ApiError } from '@mcwick/api-client'
import { about } from './about'
import { JobFailed } from './order'
import { texts } from './texts'

/** What the visitor is told: what happened, and one sentence with what to do now. */
export interface Failure {
  message: string
  reason: string
  error: Error
}

/** What is said of a kind of job. */
export interface Words {
  /** When the server has no sentence of its own. */
  failed: string
  /** What happened, by the failure's code, where that has a name of its own. */
  messages?: Record<string, string>
  /** Why, by the failure's code, beside what the house says of any. {time} is the time to come back in. */
  reasons?: Record<string, string>
}

/**
 * Chooses the sentence by the failure's code. Under a code that nobody wrote a sentence for, a refusal keeps the
 * server's own (what is wrong with a field, say), and a failed job gets the general one.
 */
export function failureOf(error: Error, { failed, messages, reasons }: Words): Failure {
  const known: Record<string, string> = { ...texts.reasons, ...reasons }
  if (error instanceof JobFailed) {
    const reason = known[error.code]
    return { error, message: (reason && error.message) || failed, reason: reason ?? texts.anyReason }
  }
  if (!(error instanceof ApiError)) return { error, message: failed, reason: texts.anyReason }
  const reason = known[error.code] ?? (error.detail || texts.anyReason)
  const time = error.retryAfter ? about(error.retryAfter) : texts.soon
  return { error, message: messages?.[error.code] ?? failed, reason: reason.replace('{time}', time) }
}
