import { webcrypto } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { fromHex, sha256 } from './hex'
import { derivePublicKey, deriveSigner, newPrivateKey, parseKey } from './private-key'
import { type Action, buildStatement } from './statement'

interface Vector {
  privateKey: string
  publicKey: string
  verifyKey: string
  origin: string
  nonce: string
  issuedAt: string
  newPublicKey: string
  newVerifyKey: string
  texts: Record<Action, string>
  signatures: Record<Action, string>
}

// The identity service's tests read the same file.
const file = `${import.meta.dirname}/../../../../../services/identity/testdata/vectors.json`
const vectors: Vector[] = JSON.parse(readFileSync(file, 'utf8'))

const withoutEd25519 = () => {
  const { subtle } = webcrypto
  const importKey = (format: 'raw', key: BufferSource, algorithm: string, readable: boolean, uses: KeyUsage[]) =>
    algorithm === 'Ed25519'
      ? Promise.reject(new DOMException('', 'NotSupportedError'))
      : subtle.importKey(format, key, algorithm, readable, uses)
  vi.stubGlobal('crypto', {
    subtle: { importKey, deriveBits: subtle.deriveBits.bind(subtle), digest: subtle.digest.bind(subtle) },
  })
}

describe.each([
  ['the browser', () => vi.stubGlobal('crypto', webcrypto)],
  ['the library', withoutEd25519],
])('signing by %s', (_, prepare) => {
  beforeEach(prepare)

  it.each(vectors)('derives and signs as the server expects: $publicKey', async (vector) => {
    const signer = await deriveSigner(vector.privateKey)
    const pair = { publicKey: await derivePublicKey(vector.privateKey), verifyKey: signer.verifyKey }
    expect(pair).toEqual({ publicKey: vector.publicKey, verifyKey: vector.verifyKey })
    const next = { publicKey: vector.newPublicKey, verifyKey: vector.newVerifyKey }
    for (const action of ['register', 'login', 'rotate'] as const) {
      const more = { origin: vector.origin, ...(action === 'rotate' && { next }) }
      const text = buildStatement(action, vector, pair, more)
      expect(text).toBe(vector.texts[action])
      expect(await signer.sign(text)).toBe(vector.signatures[action])
    }
  })
})

it('fails when the library does not arrive', async () => {
  withoutEd25519()
  vi.useFakeTimers()
  vi.resetModules()
  vi.doMock('@noble/ed25519', () => new Promise(() => undefined))
  const { newSigner } = await import('./signer')
  const failed = vi.fn()
  void newSigner(new Uint8Array(32)).catch(failed)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(failed).toHaveBeenCalledOnce()
  vi.doUnmock('@noble/ed25519')
  vi.useRealTimers()
})

describe('private keys', () => {
  beforeEach(() => vi.stubGlobal('crypto', webcrypto))

  // Verifies VERSE-5.
  it('are the SHA-256 of 32 random bytes', async () => {
    const drawn: Uint8Array<ArrayBuffer>[] = []
    vi.stubGlobal('crypto', {
      subtle: webcrypto.subtle,
      getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => {
        drawn.push(webcrypto.getRandomValues(bytes))
        return bytes
      },
    })
    const key = await newPrivateKey()
    expect(drawn.map(({ length }) => length)).toEqual([32])
    expect(key).toBe(await sha256(drawn[0] ?? new Uint8Array()))
    expect(parseKey(key)).toBe(key)
  })

  it('are parsed from pasted text', () => {
    const key = 'aB'.repeat(32)
    expect(parseKey(`\n ${key}\t`)).toBe(key.toLowerCase())
    for (const text of ['', key.slice(1), `${key}0`, `${key.slice(1)}g`, `${key} ${key}`])
      expect(parseKey(text)).toBeUndefined()
  })

  it('round-trip through hex', () => {
    expect([...fromHex('00ff7f')]).toEqual([0, 255, 127])
  })
})
