import { readTimeoutMs, send } from './send'

// Of the answer only the cookie is used.
const getSession = () => send('/api/v1/sessions/current', {}, (response) => response.json(), readTimeoutMs)

let first: Promise<unknown> | undefined

/**
 * The first call of a page: its answer sets the device cookie that likes and drafts belong to. Calls that change
 * something wait for it. When it fails the call goes out all the same, and the next one tries again.
 */
export function deviceReady(): Promise<unknown> {
  first ??= getSession().catch(() => {
    first = undefined
  })
  return first
}

let renewal: Promise<unknown> | undefined

/** Asks for the device cookie anew, when a call was told that it came without one. Calls in a row share one answer. */
export function renewDevice(): Promise<unknown> {
  renewal ??= getSession()
    .catch(() => undefined)
    .finally(() => {
      renewal = undefined
    })
  return renewal
}
