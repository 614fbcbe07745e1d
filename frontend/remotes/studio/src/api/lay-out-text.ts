import { type LayOutTextBody, layOutText, type TextLayout } from '@mcwick/api-calls'
import { userAction } from '@mcwick/api-client'

/** The shapes of a text, the very ones that the server would paint. */
export function layOut(text: LayOutTextBody, signal?: AbortSignal): Promise<TextLayout> {
  return userAction('lay out a text', (span) => layOutText(text, signal ? { span, signal } : { span }))
}
