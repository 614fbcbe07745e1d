import { createHash, webcrypto } from 'node:crypto'
import { vi } from 'vitest'

export interface Asked {
  method: string
  path: string
  body: string
}

/** An identity service for tests: which public keys it knows, and what it was asked. */
export function identityService({ known = [], broken = false }: { known?: string[]; broken?: boolean } = {}) {
  const asked: Asked[] = []
  const service = { asked, known, broken, posts: { publications: [] as object[], nextCursor: '' } }
  let session: { user?: { publicKey: string; xHandle: string }; assurance?: string } = {}
  vi.stubGlobal('crypto', webcrypto)
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const [method, body] = [init.method ?? 'GET', String(init.body ?? '')]
    asked.push({ method, path, body })
    if (service.broken) return problem(503, 'UNAVAILABLE', '')
    const input = body ? JSON.parse(body) : {}
    if (path.includes('/publications')) return method === 'DELETE' ? Response.json({}) : Response.json(service.posts)
    if (path.endsWith('/sessions/current')) return Response.json(session)
    if (path.endsWith('/challenges')) {
      const isKnown = input.action === 'ACTION_REGISTER' || known.includes(input.publicKey)
      return isKnown ? Response.json({ nonce: 'n', issuedAt: '2026-11-20T15:00:00Z' }, { status: 201 }) : unknown()
    }
    const publicKey = known.find((key) => [key, hashOf(key)].includes(input.publicKey)) ?? input.publicKey
    if (path.endsWith('/sessions') && !known.includes(publicKey)) return unknown()
    if (path.endsWith('/profile'))
      return Response.json({ user: { ...session.user, xHandle: `@${input.xHandle}` }, assurance: session.assurance })
    const assurance = input.signature ? 'ASSURANCE_PROVEN' : 'ASSURANCE_CLAIMED'
    session = { user: { publicKey, xHandle: '@wick' }, assurance }
    return Response.json(session, { status: 201 })
  })
  return service
}

function hashOf(key: string) {
  return createHash('sha256').update(key).digest('hex')
}

function unknown() {
  return problem(404, 'KEY_UNKNOWN', "Sorry that key doesn't exist, broh!")
}

function problem(status: number, code: string, detail: string) {
  const headers = { 'content-type': 'application/problem+json' }
  return new Response(JSON.stringify({ code, detail }), { status, headers })
}
