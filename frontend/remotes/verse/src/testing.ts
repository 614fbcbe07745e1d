import { createHash, webcrypto } from 'node:crypto'
import { mockApi, problem } from '@mcwick/testing'
import { vi } from 'vitest'

/** Mocks the identity service with these public keys, and records its requests. */
export function mockIdentityService({
  knownKeys = [],
  broken = false,
}: {
  knownKeys?: string[]
  broken?: boolean
} = {}) {
  const api = mockApi()
  const service = {
    requests: api.requests,
    knownKeys,
    broken,
    posts: { publications: [] as object[], nextCursor: '' },
    videos: { videos: [] as object[], nextCursor: '' },
    /** What the answers to lists of posts wait for. */
    postsAreOpen: Promise.resolve(),
    /** Whether a video that is deleted is not there any more. */
    isVideoGone: false,
    /** Whether the browser sends the session that a login opened. */
    keepsCookies: true,
    /** What the answers to logins and new keys wait for. */
    loginIsOpen: Promise.resolve(),
    /** The response to an appeal; undefined accepts it. */
    appeal: undefined as (() => Response) | undefined,
    /** The response to a change of the profile; undefined stores it. */
    changeProfile: undefined as (() => Response | Promise<Response>) | undefined,
    /** The refusal of a login; undefined accepts it. */
    refuseLogin: undefined as ((input: Input) => Response | undefined) | undefined,
    /** The response to signing out everywhere; undefined ends the session. */
    endSessions: undefined as (() => Response | Promise<Response>) | undefined,
    /** The refusal of a key replacement; undefined accepts it. */
    refuseReplacement: undefined as (() => Response | Promise<Response>) | undefined,
    /** Loses the response to a key replacement by throwing. */
    loseReplacement: undefined as (() => never) | undefined,
  }
  let session: { user?: { publicKey: string; xHandle: string; isPrivate: boolean }; assurance?: string } = {}
  vi.stubGlobal('crypto', webcrypto)
  vi.stubGlobal('isSecureContext', true)
  const on = (route: string, respond: (input: Input) => Response | Promise<Response>) =>
    api.on(route, ({ body }) => (service.broken ? problem(503) : respond((body ?? {}) as Input)))
  const keyOf = (input: Input) =>
    knownKeys.find((key) => [key, hashOf(key)].includes(input.publicKey)) ?? input.publicKey
  const logIn = async (input: Input) => {
    await service.loginIsOpen
    const assurance = input.signature ? 'ASSURANCE_PROVEN' : 'ASSURANCE_CLAIMED'
    session = { user: { publicKey: keyOf(input), xHandle: '@wick', isPrivate: false }, assurance }
    return Response.json(session, { status: 201 })
  }
  on('GET /api/v1/publications', () => service.postsAreOpen.then(() => Response.json(service.posts)))
  on('GET /api/v1/shared-videos', () => Response.json(service.videos))
  on('DELETE /api/v1/shared-videos/{id}', () => (service.isVideoGone ? problem(404) : Response.json({})))
  on('POST /api/v1/shared-videos/{id}/appeals', () => Response.json({}, { status: 202 }))
  on('DELETE /api/v1/publications/{id}', () => Response.json({}))
  on('POST /api/v1/publications/{id}/appeals', () => service.appeal?.() ?? Response.json({}, { status: 202 }))
  on('GET /api/v1/sessions/current', () => Response.json(service.keepsCookies ? session : {}))
  for (const route of ['DELETE /api/v1/sessions', 'DELETE /api/v1/sessions/current'])
    on(route, () => {
      if (service.endSessions && route === 'DELETE /api/v1/sessions') return service.endSessions()
      session = {}
      return Response.json({})
    })
  on('POST /api/v1/identity/challenges', ({ action, publicKey }) => {
    const isKnown = action === 'ACTION_REGISTER' || knownKeys.includes(publicKey)
    return isKnown
      ? Response.json({ nonce: 'n', issuedAt: '2026-11-20T15:00:00Z' }, { status: 201 })
      : respondUnknownKey()
  })
  on('POST /api/v1/sessions', (input) =>
    knownKeys.includes(keyOf(input)) ? (service.refuseLogin?.(input) ?? logIn(input)) : respondUnknownKey(),
  )
  on('POST /api/v1/identity/keys', logIn)
  on('POST /api/v1/identity/keys/rotate', (input) => {
    const refusal = service.refuseReplacement?.()
    if (refusal) return refusal
    knownKeys.splice(knownKeys.indexOf(input.publicKey), 1, input.newPublicKey ?? '')
    session = {}
    service.loseReplacement?.()
    return logIn({ ...input, publicKey: input.newPublicKey ?? '' })
  })
  on('PATCH /api/v1/profile', ({ xHandle, isPrivate }) => {
    if (service.changeProfile) return service.changeProfile()
    if (session.user) Object.assign(session.user, xHandle && { xHandle }, isPrivate !== undefined && { isPrivate })
    return Response.json(session)
  })
  return service
}

/** Mocks IndexedDB, which the test environment does not have, and returns the records of its only store. */
export function mockIndexedDb() {
  const records = new Map<string, unknown>()
  const keys = {
    get: (key: string) => ({ result: records.get(key) }),
    put: (value: unknown, key: string) => ({ result: records.set(key, value) }),
    delete: (key: string) => ({ result: records.delete(key) }),
  }
  const open = () => {
    const transaction = { objectStore: () => keys, oncomplete() {} }
    const opening = { result: { transaction: () => transaction, close() {} }, onsuccess() {} }
    queueMicrotask(() => {
      opening.onsuccess()
      transaction.oncomplete()
    })
    return opening
  }
  vi.stubGlobal('indexedDB', { open })
  return records
}

/** The fields of all identity calls. */
interface Input {
  action?: string
  publicKey: string
  newPublicKey?: string
  signature?: string
  rememberedSince?: string
  xHandle?: string
  isPrivate?: boolean
}

function hashOf(key: string) {
  return createHash('sha256').update(key).digest('hex')
}

function respondUnknownKey() {
  return problem(404, 'KEY_UNKNOWN', {}, "Sorry that key doesn't exist, broh!")
}
