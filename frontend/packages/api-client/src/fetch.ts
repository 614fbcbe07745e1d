import { ApiError } from './api-error'
import { hearEvents } from './events'
import { type Read, readTimeoutMs, type SendRequest, send, timeoutMs } from './send'
import { deviceReady, renewDevice } from './session'

export interface ApiRequest extends SendRequest {
  /** A read whose answer is the visitor's own: like every change, it waits for the device cookie. */
  personal?: boolean
}

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
