import { ApiError, problemOf } from './api-error'
import { deviceReady, renewDevice } from './session'
import { type Span, startSpan } from './trace'

export interface ApiRequest extends RequestInit {
  /** The user action that this call belongs to. */
  span?: Span
  /** A read whose answer is the visitor's own: like every change, it waits for the device cookie. */
  personal?: boolean
}

const timeoutMs = 30_000

/**
 * Every generated call goes through here: traced, with a time limit, failures as ApiError. One that is refused for want
 * of a device cookie (the visitor cleared it, say) gets a cookie and is sent once more.
 */
export async function apiFetch<T>(url: string, { personal, ...request }: ApiRequest = {}): Promise<T> {
  if (personal || (request.method ?? 'GET') !== 'GET') await deviceReady()
  try {
    return await send<T>(url, request)
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'VISITOR_REQUIRED') throw error
    await renewDevice()
    return send<T>(url, request)
  }
}

async function send<T>(url: string, { span: parent, ...init }: ApiRequest): Promise<T> {
  const method = init.method ?? 'GET'
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
