import { requestTakedown } from '@mcwick/api-calls'
import { newIntent as createIdempotentSender, userAction } from '@mcwick/api-client'
import { videoPath } from '../paths'
import { texts } from '../texts'

const maxReason = 400
const requestTakedownOnce = createIdempotentSender()

export type Reason = (typeof texts.shared.reasons)[number]['value']

/**
 * Reports a shared video to the operators, as a takedown request with its URL and the visitor's reason.
 */
export function reportVideo(id: string, { reason, note }: { reason: Reason; note: string }): Promise<unknown> {
  const label = texts.shared.reasons.find(({ value }) => value === reason)?.label ?? reason
  const request = {
    place: new URL(videoPath(id), location.href).href,
    reason: [label, note].filter(Boolean).join(': ').slice(0, maxReason),
  }
  return userAction('report video', (span) =>
    requestTakedownOnce(request, (body, headers) => requestTakedown(body, headers, { span })),
  )
}
