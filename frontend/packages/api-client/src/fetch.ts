import { ApiError, problemOf } from './api-error'
import { deviceReady } from './session'
import { type Span, startSpan } from './trace'

export interface ApiRequest extends RequestInit {
  /** The user action that this call belongs to. */
  span?: Span
}

const timeoutMs = 30_000

/** Every generated call goes through here: traced, with a time limit, failures as ApiError. */
export async function apiFetch<T>(url: string, { span: parent, ...init }: ApiRequest = {}): Promise<T> {
  const method = init.method ?? 'GET'
  if (method !== 'GET') await deviceReady()
  const span = startSpan(`${method} ${routeOf(url)}`, parent)
  const headers = new Headers(init.headers)
  headers.set('traceparent', span.traceparent)
  const limit = AbortSignal.timeout(timeoutMs)
  const signal = init.signal ? AbortSignal.any([init.signal, limit]) : limit
  let failed = true
  try {
    const response = await fetch(url, { ...init, headers, signal, credentials: 'same-origin' })
    if (!response.ok) throw await problemOf(response, span.traceId)
    const body = response.status === 204 ? undefined : await response.json()
    failed = false
    return body as T
  } catch (error) {
    if (error instanceof ApiError || init.signal?.aborted) throw error
    throw new ApiError(0, 'NO_ANSWER', '', span.traceId)
  } finally {
    span.end(failed ? 'error' : 'ok')
  }
}

/** The address with its ids taken out: spans of one kind share one name. */
export function routeOf(url: string): string {
  const path = url.split('?', 1)[0] ?? url
  return path.replace(/\/[0-9a-f]{8}-[0-9a-f-]{27}(?=\/|$)/gi, '/{id}')
}
