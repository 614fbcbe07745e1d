import { ApiError } from '@mcwick/api-client'
import { about } from './about'
import { GenerationFailed } from './api/generate-picture'
import { texts } from './texts'

/** What the visitor is told: the specification's message, and one sentence with what to do now. */
export interface Failure {
  message: string
  reason: string
  error: Error
}

/** What is said when the server has no sentence of its own, and why by the failure's code. */
interface Words {
  failed: string
  reasons: Record<string, string>
}

/**
 * Chooses the sentence by the failure's code. Under a code that nobody wrote a sentence for, a refusal keeps the
 * server's own (what is wrong with a field, say), and a failed picture gets the general one.
 */
export function failureOf(error: Error, { failed, reasons }: Words = texts): Failure {
  if (error instanceof GenerationFailed) {
    const reason = reasons[error.code]
    return { error, message: (reason && error.message) || failed, reason: reason ?? texts.anyReason }
  }
  if (!(error instanceof ApiError)) return { error, message: failed, reason: texts.anyReason }
  const reason = reasons[error.code] ?? (error.detail || texts.anyReason)
  const time = error.retryAfter ? about(error.retryAfter) : texts.soon
  return { error, message: failed, reason: reason.replace('{time}', time) }
}
