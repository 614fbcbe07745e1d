import { isLeaving, storeUser } from '@mcwick/session'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { logOut } from './log-in'

describe('logOut', () => {
  afterEach(() => {
    localStorage.clear()
    vi.unstubAllGlobals()
  })

  // Verifies VERSE-26.
  it('is not over before the server has ended the session', async () => {
    const sent: string[] = []
    let isOffline = true
    vi.stubGlobal('fetch', async (url: string, { method = 'GET', keepalive }: RequestInit) => {
      if (isOffline) throw new TypeError('offline')
      sent.push(`${method} ${url} ${keepalive}`)
      return Response.json({})
    })
    storeUser({ xHandle: '@wick', publicKey: 'ab'.repeat(32) })
    const loggedOut = logOut()
    await vi.waitFor(() => expect(localStorage.getItem('mcwick.user')).toBe(null))
    expect(isLeaving()).toBe(true)
    isOffline = false
    await vi.waitFor(() => {
      dispatchEvent(new Event('online'))
      expect(isLeaving()).toBe(false)
    })
    await loggedOut
    expect(sent).toContain('DELETE /api/v1/sessions/current true')
  })
})
