import { expectSolvedInCrowd } from '@mcwick/challenge/testing'
import { isLeaving, storedUser, storeUser } from '@mcwick/session'
import { problem } from '@mcwick/testing'
import { waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { derivePublicKey } from '../keys/private-key'
import { mockIdentityService, mockIndexedDb } from '../testing'
import { deleteDeviceKey, loadDeviceKey, storeDeviceKey } from './device-key'
import { logIn, logOut, registerAndLogIn, renewSession, replaceKey } from './log-in'

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
    await waitFor(() => expect(localStorage.getItem('mcwick.user')).toBe(null))
    expect(isLeaving()).toBe(true)
    isOffline = false
    await waitFor(() => {
      dispatchEvent(new Event('online'))
      expect(isLeaving()).toBe(false)
    })
    await loggedOut
    expect(sent).toContain('DELETE /api/v1/sessions/current true')
  })
})

describe('logIn', () => {
  const privateKey = 'ab'.repeat(32)
  afterEach(() => {
    localStorage.clear()
    vi.unstubAllGlobals()
  })

  it.each(['public', 'private'])('forgets a key that a log-out left behind, when a %s key is typed', async (kind) => {
    mockIndexedDb()
    const service = mockIdentityService()
    const publicKey = await derivePublicKey(privateKey)
    service.knownKeys.push(publicKey)
    await logIn(privateKey, { remembered: true })
    expect(await loadDeviceKey(publicKey)).toBeDefined()
    storeUser(null)
    await logIn(kind === 'public' ? publicKey : privateKey, { remembered: false })
    expect(await loadDeviceKey(publicKey)).toBeUndefined()
  })
})

describe('the account of a new session', () => {
  const privateKey = 'ab'.repeat(32)
  const newKey = 'cd'.repeat(32)
  afterEach(() => {
    localStorage.clear()
    vi.unstubAllGlobals()
  })

  /** Runs this before every access to the stored key. */
  async function onKeyAccess(listener: () => void) {
    const stored = mockIndexedDb()
    const { open } = indexedDB as unknown as { open: () => unknown }
    const openAfter = () => {
      listener()
      return open()
    }
    vi.stubGlobal('indexedDB', { open: openAfter })
    return Object.assign(mockIdentityService({ knownKeys: [await derivePublicKey(privateKey)] }), { stored })
  }

  // Verifies VERSE-36.
  it.each([
    ['a login', privateKey, () => logIn(privateKey, { remembered: true })],
    ['a registration', newKey, () => registerAndLogIn(newKey)],
  ])('is stored before its key, after %s', async (_, key, create) => {
    const accounts: unknown[] = []
    storeUser({ xHandle: '@moon', publicKey: 'ef'.repeat(32) })
    await onKeyAccess(() => accounts.push(storedUser()?.publicKey))
    await create()
    expect([...new Set(accounts)]).toEqual([await derivePublicKey(key)])
  })

  // Verifies VERSE-36, VERSE-38.
  it('is stored before its key, after a replacement, also when another tab logged out before the answer', async () => {
    const accounts: unknown[] = []
    const service = await onKeyAccess(() => accounts.push(storedUser()?.publicKey))
    await logIn(privateKey, { remembered: true })
    service.loseReplacement = () => {
      service.stored.clear()
      storeUser(null)
      throw new TypeError('Failed to fetch')
    }
    await replaceKey(privateKey, newKey)
    const publicKey = await derivePublicKey(newKey)
    expect(accounts.at(-1)).toBe(publicKey)
    expect(await loadDeviceKey(publicKey)).toBeDefined()
  })

  it('stores no key when it is logged out before', async () => {
    await onKeyAccess(() => storeUser(null))
    await logIn(privateKey, { remembered: true })
    expect(await loadDeviceKey(await derivePublicKey(privateKey))).toBeUndefined()
  })
})

describe('registerAndLogIn', () => {
  afterEach(() => {
    localStorage.clear()
    vi.unstubAllGlobals()
  })

  // Verifies CHAL-7.
  it('solves a challenge when its address is crowded, and only then', async () => {
    mockIndexedDb()
    const service = mockIdentityService()
    await expectSolvedInCrowd('/api/v1/identity/keys', 'key', () => registerAndLogIn('ab'.repeat(32)))
    const signed = service.requests.filter(({ path }) => path === '/api/v1/identity/challenges')
    expect(signed, 'one statement for both attempts').toHaveLength(2)
  })
})

describe('renewSession', () => {
  const privateKey = 'ab'.repeat(32)
  let publicKey = ''
  let service: ReturnType<typeof mockIdentityService>

  /** Logs in with the typed key, which the browser keeps; then the server ends the session. */
  beforeEach(async () => {
    mockIndexedDb()
    service = mockIdentityService()
    publicKey = await derivePublicKey(privateKey)
    service.knownKeys.push(publicKey)
    await logIn(privateKey, { remembered: true })
    await fetch('/api/v1/sessions', { method: 'DELETE' })
  })
  afterEach(() => {
    localStorage.clear()
    vi.unstubAllGlobals()
  })

  const logins = () =>
    service.requests
      .filter(({ method, path }) => method === 'POST' && path === '/api/v1/sessions')
      .map(({ body }) => body as { nonce: string; signature: string; rememberedSince?: string })

  it('says since when the browser keeps the key, and a login with a typed key does not', async () => {
    expect(await renewSession(publicKey)).toMatchObject({ assurance: 'ASSURANCE_PROVEN' })
    expect(logins().map(({ rememberedSince }) => rememberedSince)).toEqual([undefined, '2026-11-20T15:00:00Z'])
  })

  it('sends the epoch for a key that an earlier release stored', async () => {
    const stored = await loadDeviceKey(publicKey)
    if (stored) await storeDeviceKey({ ...stored, since: undefined })
    expect(await renewSession(publicKey)).toMatchObject({ assurance: 'ASSURANCE_PROVEN' })
    expect(logins().at(-1)?.rememberedSince).toBe('1970-01-01T00:00:00.000Z')
  })

  // Verifies VERSE-28.
  it('deletes the key, and logs out, when the account has signed out everywhere', async () => {
    service.refuseLogin = () => problem(403, 'SIGNED_OUT')
    expect(await renewSession(publicKey)).toBeUndefined()
    expect(await loadDeviceKey(publicKey)).toBeUndefined()
    expect(storedUser()).toBeNull()
    expect(logins()).toHaveLength(2) // and no claim
  })

  // Verifies VERSE-39.
  it('logs out without a stored key where the server opens no claimed sessions', async () => {
    await deleteDeviceKey()
    service.refuseLogin = () => problem(403, 'CLAIMS_OFF')
    expect(await renewSession(publicKey)).toBeUndefined()
    expect(storedUser()).toBeNull()
  })

  // Verifies VERSE-33.
  it('does not log out there while the stored key cannot be read', async () => {
    vi.stubGlobal('indexedDB', undefined)
    service.refuseLogin = () => problem(403, 'CLAIMS_OFF')
    await expect(renewSession(publicKey)).rejects.toMatchObject({ code: 'CLAIMS_OFF' })
    expect(storedUser()?.publicKey).toBe(publicKey)
  })

  it('stores the account of the present session in place of one whose key is not known', async () => {
    await logIn(privateKey, { remembered: true })
    const replaced = 'cd'.repeat(32)
    storeUser({ xHandle: '@moon', publicKey: replaced })
    expect(await renewSession(replaced)).toMatchObject({ user: { publicKey } })
    expect(storedUser()?.publicKey).toBe(publicKey)
  })

  it('keeps the key of an account that logged in meanwhile', async () => {
    service.refuseLogin = () => {
      storeUser({ xHandle: '@moon', publicKey: 'cd'.repeat(32) })
      return problem(403, 'SIGNED_OUT')
    }
    expect(await renewSession(publicKey)).toBeUndefined()
    expect(await loadDeviceKey(publicKey)).toBeDefined()
    expect(storedUser()?.xHandle).toBe('@moon')
  })

  it('logs in at a gateway of the last release, which refuses the field', async () => {
    service.refuseLogin = ({ rememberedSince }) => (rememberedSince ? problem(400, 'REQUEST_INVALID') : undefined)
    expect(await renewSession(publicKey)).toMatchObject({ assurance: 'ASSURANCE_PROVEN' })
    const { rememberedSince, ...rest } = logins().at(-2) ?? {}
    expect(rememberedSince).toBeDefined()
    expect(logins().at(-1)).toEqual(rest)
  })

  // Verifies VERSE-33.
  it('proves a claimed session once the stored key can be read', async () => {
    const readable = indexedDB
    vi.stubGlobal('indexedDB', undefined)
    expect(await renewSession(publicKey)).toMatchObject({ assurance: 'ASSURANCE_CLAIMED' })
    vi.stubGlobal('indexedDB', readable)
    expect(await renewSession(publicKey)).toMatchObject({ assurance: 'ASSURANCE_PROVEN' })
    expect(logins()).toHaveLength(3)
    await renewSession(publicKey)
    expect(logins(), 'a proven one stays').toHaveLength(3)
  })

  it('keeps a claimed session that cannot be proven right now', async () => {
    const readable = indexedDB
    vi.stubGlobal('indexedDB', undefined)
    await renewSession(publicKey)
    vi.stubGlobal('indexedDB', readable)
    service.refuseLogin = () => problem(503)
    expect(await renewSession(publicKey)).toMatchObject({ assurance: 'ASSURANCE_CLAIMED' })
  })

  // Verifies VERSE-37.
  it('ends a claimed session when the account has signed out everywhere', async () => {
    const readable = indexedDB
    vi.stubGlobal('indexedDB', undefined)
    await renewSession(publicKey)
    vi.stubGlobal('indexedDB', readable)
    service.refuseLogin = () => problem(403, 'SIGNED_OUT')
    expect(await renewSession(publicKey)).toBeUndefined()
    expect(storedUser()).toBeNull()
    expect(await (await fetch('/api/v1/sessions/current')).json(), 'which the next page would show').toEqual({})
  })

  it('keeps a claimed session without a stored key', async () => {
    await deleteDeviceKey()
    for (const _ of [1, 2]) expect(await renewSession(publicKey)).toMatchObject({ assurance: 'ASSURANCE_CLAIMED' })
    expect(logins()).toHaveLength(2)
  })

  it('keeps the key when the login fails otherwise', async () => {
    service.refuseLogin = () => problem(503)
    await expect(renewSession(publicKey)).rejects.toThrow()
    expect(await loadDeviceKey(publicKey)).toBeDefined()
  })
})
