import './abort-signal-any'
import { ApiError, toApiError } from './api-error'
import { type Span, startSpan } from './trace'

export interface SendRequest extends RequestInit {
  /** The user action that this call belongs to. */
  span?: Span
}

/**
 * Timeouts of reads, and of all else. For an event stream or a file the timeout restarts with every chunk: the gateway
 * sends a heartbeat every 15 seconds, and a large file takes minutes on a slow network.
 */
export const readTimeoutMs = 10_000
export const timeoutMs = 30_000

/** Reads a response; `keepAlive` restarts the timeout while it is still arriving. */
export type ReadResponse<T> = (response: Response, keepAlive: () => void) => Promise<T>

/** Sends a request once: traced, with a timeout, failures as ApiError. */
export async function send<T>(
  url: string,
  { span: parent, ...init }: SendRequest,
  read: ReadResponse<T>,
  timeoutMs: number,
): Promise<T> {
  const method = init.method ?? 'GET'
  const span = startSpan(`${method} ${routeOf(url)}`, parent)
  const headers = new Headers(init.headers)
  // Media may be on another host, which browsers would ask first whether it takes the header.
  if (url.startsWith('/')) headers.set('traceparent', span.traceparent)
  // The gateway rejects every POST that a form of another site could send, so it needs this type even without a body.
  if (method === 'POST') headers.set('Content-Type', 'application/json')
  const timeout = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const keepAlive = () => {
    clearTimeout(timer)
    timer = setTimeout(() => timeout.abort(), timeoutMs)
  }
  keepAlive()
  const signal = init.signal ? AbortSignal.any([init.signal, timeout.signal]) : timeout.signal
  try {
    const response = await fetch(url, { ...init, headers, signal, credentials: 'same-origin' })
    if (!response.ok) throw await toApiError(response, span.traceId)
    const body = await read(response, keepAlive)
    span.end()
    return body
  } catch (error) {
    const isAbortedByCaller = init.signal?.aborted // which is not a failure
    span.end(isAbortedByCaller ? 'ok' : 'error')
    if (error instanceof ApiError || isAbortedByCaller) throw error
    throw new ApiError(0, timeout.signal.aborted ? 'TIMED_OUT' : 'NO_ANSWER', '', span.traceId)
  } finally {
    clearTimeout(timer)
  }
}

/** Returns the URL path with {id} for ids, so that spans of one route share one name. */
export function routeOf(url: string): string {
  const path = url.split('?', 1)[0] ?? url
  return path.replace(/\/[0-9a-f]{8}-[0-9a-f-]{27}(?=[/.]|$)/gi, '/{id}')
}
