import { type LayOutTextBody, layOutText, type TextLayout } from '@mcwick/api-calls'
import { userAction } from '@mcwick/api-client'

/** Requests the layout of a text, exactly as the server would render it. */
export function requestLayout(text: LayOutTextBody, signal?: AbortSignal): Promise<TextLayout> {
  return userAction('lay out a text', (span) => layOutText(text, signal ? { span, signal } : { span }))
}
