import { createHash, webcrypto } from 'node:crypto'
import { mockApi, problem } from '@mcwick/testing'
import { vi } from 'vitest'

/** An identity service for tests: which public keys it knows, and what it was asked. */
export function identityService({ known = [], broken = false }: { known?: string[]; broken?: boolean } = {}) {
  const api = mockApi()
  const service = { asked: api.requests, known, broken, posts: { publications: [] as object[], nextCursor: '' } }
  let session: { user?: { publicKey: string; xHandle: string }; assurance?: string } = {}
  vi.stubGlobal('crypto', webcrypto)
  vi.stubGlobal('isSecureContext', true)
  const on = (route: string, answer: (input: Input) => Response) =>
    api.on(route, ({ body }) => (service.broken ? problem(503) : answer((body ?? {}) as Input)))
  const keyOf = (input: Input) => known.find((key) => [key, hashOf(key)].includes(input.publicKey)) ?? input.publicKey
  const logIn = (input: Input) => {
    const assurance = input.signature ? 'ASSURANCE_PROVEN' : 'ASSURANCE_CLAIMED'
    session = { user: { publicKey: keyOf(input), xHandle: '@wick' }, assurance }
    return Response.json(session, { status: 201 })
  }
  on('GET /api/v1/publications', () => Response.json(service.posts))
  on('DELETE /api/v1/publications/{id}', () => Response.json({}))
  on('GET /api/v1/sessions/current', () => Response.json(session))
  for (const route of ['DELETE /api/v1/sessions', 'DELETE /api/v1/sessions/current'])
    on(route, () => {
      session = {}
      return Response.json({})
    })
  on('POST /api/v1/identity/challenges', ({ action, publicKey }) => {
    const isKnown = action === 'ACTION_REGISTER' || known.includes(publicKey)
    return isKnown ? Response.json({ nonce: 'n', issuedAt: '2026-11-20T15:00:00Z' }, { status: 201 }) : unknown()
  })
  on('POST /api/v1/sessions', (input) => (known.includes(keyOf(input)) ? logIn(input) : unknown()))
  on('POST /api/v1/identity/keys', logIn)
  on('POST /api/v1/identity/keys/rotate', logIn)
  on('PATCH /api/v1/profile', ({ xHandle }) =>
    Response.json({ user: { ...session.user, xHandle: `@${xHandle}` }, assurance: session.assurance }),
  )
  return service
}

/** What the calls of an identity send, all of them together. */
interface Input {
  action?: string
  publicKey: string
  signature?: string
  xHandle?: string
}

function hashOf(key: string) {
  return createHash('sha256').update(key).digest('hex')
}

function unknown() {
  return problem(404, 'KEY_UNKNOWN', {}, "Sorry that key doesn't exist, broh!")
}
