import { ApiError } from '@mcwick/api-client'
import { formatDuration } from './format-duration'
import { JobFailedError } from './job-definition'
import { texts } from './texts'

/** The texts of a failure: what happened, and one sentence with what to do now. */
export interface Failure {
  message: string
  reason: string
  error: Error
}

/** Why something failed and what to do; a function takes the formatted retry delay. */
export type Reason = string | ((time: string) => string)

/** The failure texts of one kind of job. */
export interface FailureTexts {
  /** The message when the server sends none. */
  failed: string
  /** What happened, by error code, where that differs from `failed`. */
  messages?: Record<string, string>
  /** Why, by error code, in addition to the shared reasons. */
  reasons?: Record<string, Reason>
}

/**
 * Chooses message and reason by the error code. For a code without a text, a refused request shows the server's sentence
 * (such as what is wrong with a field), and a failed job shows the generic reason.
 */
export function describeFailure(error: Error, { failed, messages, reasons }: FailureTexts): Failure {
  const known: Record<string, Reason> = { ...texts.reasons, ...reasons }
  if (error instanceof JobFailedError) {
    const reason = known[error.code]
    const message = (reason && error.message) || failed
    return { error, message, reason: reason ? formatReason(reason) : texts.genericReason }
  }
  if (!(error instanceof ApiError)) return { error, message: failed, reason: texts.genericReason }
  const reason = known[error.code] ?? (error.detail || texts.genericReason)
  return { error, message: messages?.[error.code] ?? failed, reason: formatReason(reason, error.retryAfter) }
}

/** Formats a reason with the retry delay, or with a default when the server sent none. */
export function formatReason(reason: Reason, retryAfter?: number): string {
  if (typeof reason === 'string') return reason
  return reason(retryAfter ? formatDuration(retryAfter) : texts.soon)
}
