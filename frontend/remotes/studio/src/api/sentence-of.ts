import { ApiError } from '@mcwick/api-client'

/** What to tell the visitor: the server's own sentence, or ours when it has none. */
export function sentenceOf(error: Error, fallback: string): string {
  return error instanceof ApiError ? error.detail || fallback : error.message || fallback
}
