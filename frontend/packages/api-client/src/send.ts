import { ApiError, problemOf } from './api-error'
import { type Span, startSpan } from './trace'

export interface SendRequest extends RequestInit {
  /** The user action that this call belongs to. */
  span?: Span
}

/**
 * What a page reads to show it, and all else; a stream is alive as long as it says so, as the gateway does every 15
 * seconds.
 */
export const readTimeoutMs = 10_000
export const timeoutMs = 30_000

/** `alive` puts off the time limit of an answer that is still coming. */
export type Read<T> = (response: Response, alive: () => void) => Promise<T>

/** Sends a request once: traced, with a time limit, failures as ApiError. */
export async function send<T>(
  url: string,
  { span: parent, ...init }: SendRequest,
  read: Read<T>,
  timeoutMs: number,
): Promise<T> {
  const method = init.method ?? 'GET'
  const span = startSpan(`${method} ${routeOf(url)}`, parent)
  const headers = new Headers(init.headers)
  headers.set('traceparent', span.traceparent)
  // The gateway takes no POST that a foreign page's form could send, with a body or without.
  if (method === 'POST') headers.set('Content-Type', 'application/json')
  const limit = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const alive = () => {
    clearTimeout(timer)
    timer = setTimeout(() => limit.abort(), timeoutMs)
  }
  alive()
  const signal = init.signal ? AbortSignal.any([init.signal, limit.signal]) : limit.signal
  try {
    const response = await fetch(url, { ...init, headers, signal, credentials: 'same-origin' })
    if (!response.ok) throw await problemOf(response, span.traceId)
    const body = await read(response, alive)
    span.end()
    return body
  } catch (error) {
    const unwanted = init.signal?.aborted // nobody waits for it any more, which is no failure
    span.end(unwanted ? 'ok' : 'error')
    if (error instanceof ApiError || unwanted) throw error
    throw new ApiError(0, limit.signal.aborted ? 'TIMED_OUT' : 'NO_ANSWER', '', span.traceId)
  } finally {
    clearTimeout(timer)
  }
}

/** The address with its ids taken out: spans of one kind share one name. */
export function routeOf(url: string): string {
  const path = url.split('?', 1)[0] ?? url
  return path.replace(/\/[0-9a-f]{8}-[0-9a-f-]{27}(?=\/|$)/gi, '/{id}')
}
