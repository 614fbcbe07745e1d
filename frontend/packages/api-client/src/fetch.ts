import { ApiError } from './api-error'
import { readEvents } from './events'
import { type ReadResponse, readTimeoutMs, type SendRequest, send, timeoutMs } from './send'
import { deviceReady, renewDeviceCookie } from './session'

export interface ApiRequest extends SendRequest {
  /** A read whose response depends on the visitor: like every change, it waits for the device cookie. */
  personal?: boolean
}

/**
 * Every generated call goes through here: traced, with a timeout, failures as ApiError. A call that is refused because the
 * device cookie is missing (the visitor may have cleared it) renews the cookie and is sent once more.
 */
export function apiFetch<T>(url: string, request: ApiRequest = {}): Promise<T> {
  const isRead = (request.method ?? 'GET') === 'GET'
  return call(url, request, readJson<T>, isRead ? readTimeoutMs : timeoutMs)
}

const staleResponses = new WeakSet<object>()

/** Whether a response is stale: the gateway served its last good one because the service is unavailable. */
export function isStale(response: object): boolean {
  return staleResponses.has(response)
}

async function readJson<T>(response: Response): Promise<T> {
  if (response.status === 204) return undefined as T
  const body = await response.json()
  if (response.headers.has('McWick-Stale')) staleResponses.add(body)
  return body
}

/** The same for a file, such as an image; also for one at a media address. */
export function apiFetchBlob(url: string, request: ApiRequest = {}): Promise<Blob> {
  return call(url, request, readBlob, timeoutMs)
}

function readBlob({ body, headers }: Response, keepAlive: () => void): Promise<Blob> {
  const chunks = new TransformStream({
    transform(chunk, controller) {
      keepAlive()
      controller.enqueue(chunk)
    },
  })
  return new Response(body?.pipeThrough(chunks), { headers }).blob()
}

/** The same for an event stream: `onEvent` receives each event. Resolves when the server ends the stream. */
export function apiFetchEvents<T>(url: string, onEvent: (said: T) => void, request: ApiRequest = {}): Promise<void> {
  return call(url, request, (response, keepAlive) => readEvents(response, keepAlive, onEvent), timeoutMs)
}

async function call<T>(
  url: string,
  { personal, ...request }: ApiRequest,
  read: ReadResponse<T>,
  timeoutMs: number,
): Promise<T> {
  if (personal || (request.method ?? 'GET') !== 'GET') await deviceReady()
  try {
    return await send(url, request, read, timeoutMs)
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'VISITOR_REQUIRED') throw error
    await renewDeviceCookie()
    return send(url, request, read, timeoutMs)
  }
}
