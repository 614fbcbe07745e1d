import { readTimeoutMs, send } from './send'

interface DeviceSession {
  user?: { xHandle: string; publicKey: string } | null
}

const getSession = () =>
  send<DeviceSession>('/api/v1/sessions/current', {}, (response) => response.json(), readTimeoutMs)

let first: Promise<DeviceSession | undefined> | undefined

/**
 * Requests the session once per page: its response sets the device cookie that likes and drafts belong to. Calls that
 * change something wait for it. When it fails they are sent all the same, and the next one tries again.
 */
export function deviceReady(): Promise<DeviceSession | undefined> {
  first ??= getSession().catch(() => {
    first = undefined
    return undefined
  })
  return first
}

let renewal: Promise<unknown> | undefined

/** Requests a new device cookie after a call was refused without one. Concurrent calls share one request. */
export function renewDeviceCookie(): Promise<unknown> {
  renewal ??= getSession()
    .catch(() => undefined)
    .finally(() => {
      renewal = undefined
    })
  return renewal
}
