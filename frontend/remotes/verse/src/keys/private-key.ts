import { fromHex, sha256 } from './hex'
import { newSigner, type Signer } from './signer'

/** 64 hex digits in either case, the format of both keys. */
const keyPattern = /^[0-9a-f]{64}$/i

/** Returns the key in a typed or pasted text, or undefined. */
export function parseKey(text: string): string | undefined {
  const key = text.trim()
  return keyPattern.test(key) ? key.toLowerCase() : undefined
}

/** Generates a private key, as specified: the SHA-256 of 32 random bytes, in hex. It never leaves the page. */
export function newPrivateKey(): Promise<string> {
  return sha256(crypto.getRandomValues(new Uint8Array(32)))
}

/** Derives the public key, as specified: the SHA-256 of the private key's hex text. */
export function derivePublicKey(privateKey: string): Promise<string> {
  return sha256(privateKey)
}

/**
 * Derives the signing key of a private key. It is not the private key itself, so that a key that is used elsewhere as a seed
 * signs nothing for other sites.
 */
export async function deriveSigner(privateKey: string): Promise<Signer> {
  const text = (value: string) => new TextEncoder().encode(value)
  const key = await crypto.subtle.importKey('raw', fromHex(privateKey), 'HKDF', false, ['deriveBits'])
  const salt = await crypto.subtle.digest('SHA-256', text('mcwick/identity/v1'))
  const info = text('mcwick ed25519 signing key v1')
  const seed = await crypto.subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', salt, info }, key, 256)
  return newSigner(new Uint8Array(seed))
}
