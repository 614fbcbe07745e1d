import { ApiError, problemOf } from './api-error'
import { hearEvents } from './events'
import { deviceReady, renewDevice } from './session'
import { type Span, startSpan } from './trace'

export interface ApiRequest extends RequestInit {
  /** The user action that this call belongs to. */
  span?: Span
  /** A read whose answer is the visitor's own: like every change, it waits for the device cookie. */
  personal?: boolean
}

/**
 * What a page reads to show it, and all else; a stream is alive as long as it says so, as the gateway does every 15
 * seconds.
 */
const readTimeoutMs = 10_000
const timeoutMs = 30_000

/**
 * Every generated call goes through here: traced, with a time limit, failures as ApiError. One that is refused for want
 * of a device cookie (the visitor cleared it, say) gets a cookie and is sent once more.
 */
export function apiFetch<T>(url: string, request: ApiRequest = {}): Promise<T> {
  const isRead = (request.method ?? 'GET') === 'GET'
  return call(url, request, readJson<T>, isRead ? readTimeoutMs : timeoutMs)
}

const stale = new WeakSet<object>()

/** Whether an answer is the last good one, given because the house could not tell what is true now. */
export function isStale(answer: object): boolean {
  return stale.has(answer)
}

async function readJson<T>(response: Response): Promise<T> {
  if (response.status === 204) return undefined as T
  const body = await response.json()
  if (response.headers.has('McWick-Stale')) stale.add(body)
  return body
}

/** The same for a call whose answer is a file, such as a picture. */
export function apiFetchBlob(url: string, request: ApiRequest = {}): Promise<Blob> {
  return call(url, request, (response) => response.blob(), timeoutMs)
}

/** The same for a stream of events: `hear` is told what each says. Resolves when the server has ended it. */
export function apiFetchEvents<T>(url: string, hear: (said: T) => void, request: ApiRequest = {}): Promise<void> {
  return call(url, request, (response, alive) => hearEvents(response, alive, hear), timeoutMs)
}

/** `alive` puts off the time limit of an answer that is still coming. */
type Read<T> = (response: Response, alive: () => void) => Promise<T>

async function call<T>(
  url: string,
  { personal, ...request }: ApiRequest,
  read: Read<T>,
  timeoutMs: number,
): Promise<T> {
  if (personal || (request.method ?? 'GET') !== 'GET') await deviceReady()
  try {
    return await send(url, request, read, timeoutMs)
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'VISITOR_REQUIRED') throw error
    await renewDevice()
    return send(url, request, read, timeoutMs)
  }
}

async function send<T>(
  url: string,
  { span: parent, ...init }: ApiRequest,
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
