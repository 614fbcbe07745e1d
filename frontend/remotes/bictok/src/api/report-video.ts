import { requestTakedown } from '@mcwick/api-calls'
import { newIntent as createIdempotentSender, userAction } from '@mcwick/api-client'
import { pathOf } from '../paths'
import { texts } from '../texts'

const maxReason = 400
const askOnce = createIdempotentSender()

export type Reason = (typeof texts.shared.reasons)[number]['value']

/**
 * Tells the operators what is wrong with a shared video: its place and the visitor's words, as a request to take it
 * down.
 */
export function reportVideo(id: string, { reason, note }: { reason: Reason; note: string }): Promise<unknown> {
  const label = texts.shared.reasons.find(({ value }) => value === reason)?.label ?? reason
  const request = {
    place: new URL(pathOf(id), location.href).href,
    reason: [label, note].filter(Boolean).join(': ').slice(0, maxReason),
  }
  return userAction('report video', (span) =>
    askOnce(request, (wish, headers) => requestTakedown(wish, headers, { span })),
  )
}
