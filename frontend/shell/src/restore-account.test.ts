import { isLeaving, setLeaving, storedUser, storeUser } from '@mcwick/session'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const user = { xHandle: '@wick', publicKey: 'ab'.repeat(32) }
const other = { xHandle: '@moon', publicKey: 'cd'.repeat(32) }

describe('restoreAccount', () => {
  beforeEach(() => {
    vi.resetModules() // the session is requested once per page
    vi.stubGlobal('fetch', async () => Response.json({ user, assurance: 'ASSURANCE_PROVEN' }))
  })
  afterEach(() => {
    setLeaving(false)
    storeUser(null)
    vi.unstubAllGlobals()
  })
  const restore = async () => (await import('./restore-account')).restoreAccount()

  // Verifies VERSE-37.
  it('stores the account of a session that the browser has without it', async () => {
    await restore()
    expect(storedUser()).toEqual(user)
  })

  it('keeps another account, whose session is renewed', async () => {
    storeUser(other)
    await restore()
    expect(storedUser()).toEqual(other)
  })

  it('stores none while a log-out has no answer', async () => {
    setLeaving(true)
    await restore()
    expect(storedUser()).toBeNull()
    expect(isLeaving()).toBe(true)
  })

  it('stores none for who logs out during the request', async () => {
    const { restoreAccount } = await import('./restore-account')
    storeUser(user)
    const restored = restoreAccount()
    storeUser(null)
    await restored
    expect(storedUser()).toBeNull()
  })

  it.each<[string, () => Response]>([
    ['there is no session', () => Response.json({ assurance: 'ASSURANCE_UNSPECIFIED', user: null })],
    ['the server is away', () => new Response('', { status: 503 })],
  ])('stores none when %s', async (_, answer) => {
    vi.stubGlobal('fetch', async () => answer())
    await restore()
    expect(storedUser()).toBeNull()
  })
})
