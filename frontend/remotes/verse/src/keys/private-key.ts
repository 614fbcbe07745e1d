import { bytesOf, sha256 } from './hex'
import { type Signer, signerOf } from './signer'

/** 64 hex digits in either case: what both keys look like. */
const keyForm = /^[0-9a-f]{64}$/i

/** The key in a text that somebody typed or pasted, or undefined. */
export function keyIn(text: string): string | undefined {
  const key = text.trim()
  return keyForm.test(key) ? key.toLowerCase() : undefined
}

/** A new private key, as specified: the SHA-256 of 32 random bytes, in hex. It never leaves the page. */
export function newPrivateKey(): Promise<string> {
  return sha256(crypto.getRandomValues(new Uint8Array(32)))
}

/** The public key of a private one, as specified: the SHA-256 of its hex text. */
export function publicKeyOf(privateKey: string): Promise<string> {
  return sha256(privateKey)
}

/**
 * The key that signs for a private key. It is derived and not the private key itself, so that a key which is a seed
 * elsewhere too signs for nobody else.
 */
export async function signerFor(privateKey: string): Promise<Signer> {
  const text = (value: string) => new TextEncoder().encode(value)
  const key = await crypto.subtle.importKey('raw', bytesOf(privateKey), 'HKDF', false, ['deriveBits'])
  const salt = await crypto.subtle.digest('SHA-256', text('mcwick/identity/v1'))
  const info = text('mcwick ed25519 signing key v1')
  const seed = await crypto.subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', salt, info }, key, 256)
  return signerOf(new Uint8Array(seed))
}
