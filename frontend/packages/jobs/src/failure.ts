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

/** Why something failed and what to do; some take the time to come back in. */
export type Reason = string | ((time: string) => string)

/** What is said of a kind of job. */
export interface Words {
  /** When the server has no sentence of its own. */
  failed: string
  /** What happened, by the failure's code, where that has a name of its own. */
  messages?: Record<string, string>
  /** Why, by the failure's code, beside what the house says of any. */
  reasons?: Record<string, Reason>
}

/**
 * Chooses the sentence by the failure's code. Under a code that nobody wrote a sentence for, a refusal keeps the
 * server's own (what is wrong with a field, say), and a failed job gets the general one.
 */
export function failureOf(error: Error, { failed, messages, reasons }: Words): Failure {
  const known: Record<string, Reason> = { ...texts.reasons, ...reasons }
  if (error instanceof JobFailed) {
    const reason = known[error.code]
    const message = (reason && error.message) || failed
    return { error, message, reason: reason ? sentenceOf(reason) : texts.anyReason }
  }
  if (!(error instanceof ApiError)) return { error, message: failed, reason: texts.anyReason }
  const reason = known[error.code] ?? (error.detail || texts.anyReason)
  return { error, message: messages?.[error.code] ?? failed, reason: sentenceOf(reason, error.retryAfter) }
}

/** A reason as it is said, with the time to come back in where the server named none, too. */
export function sentenceOf(reason: Reason, retryAfter?: number): string {
  if (typeof reason === 'string') return reason
  return reason(retryAfter ? about(retryAfter) : texts.soon)
}
