import { withDeadline } from '@mcwick/forms'
import { fromHex, toHex } from './hex'

/** Signs with a key that cannot be read back from it. */
export interface Signer {
  /** The Ed25519 public key, 64 hex digits. */
  verifyKey: string
  /** The signature of a text, 128 hex digits. */
  sign: (text: string) => Promise<string>
  /** The part that may be stored in IndexedDB; absent where the browser does not support Ed25519. */
  stored?: StoredSigner
}

/** The part of a signer that may be stored in IndexedDB: a non-extractable key. */
export interface StoredSigner {
  verifyKey: string
  key: CryptoKey
}

/** The PKCS#8 prefix (RFC 8410) before the 32 bytes of a seed. */
const pkcs8Prefix = fromHex('302e020100300506032b657004220420')

/** Creates a signer from a seed of 32 bytes. Browsers without Ed25519 (Chrome before 137) use a library. */
export async function newSigner(seed: Uint8Array<ArrayBuffer>): Promise<Signer> {
  const stored = await importSigner(seed)
  return stored ? restoreSigner(stored) : newLibrarySigner(seed)
}

async function importSigner(seed: Uint8Array<ArrayBuffer>): Promise<StoredSigner | undefined> {
  const bytes = new Uint8Array([...pkcs8Prefix, ...seed])
  try {
    const extractable = await crypto.subtle.importKey('pkcs8', bytes, 'Ed25519', true, ['sign'])
    const { x } = await crypto.subtle.exportKey('jwk', extractable)
    const key = await crypto.subtle.importKey('pkcs8', bytes, 'Ed25519', false, ['sign'])
    return { verifyKey: toHex(fromBase64url(x ?? '')), key }
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotSupportedError') return undefined
    throw error
  }
}

/** Restores a stored signer. */
export function restoreSigner(stored: StoredSigner): Signer {
  return {
    stored,
    verifyKey: stored.verifyKey,
    sign: async (text) => toHex(await crypto.subtle.sign('Ed25519', stored.key, new TextEncoder().encode(text))),
  }
}

async function newLibrarySigner(seed: Uint8Array): Promise<Signer> {
  const { getPublicKeyAsync, signAsync } = await withDeadline(import('@noble/ed25519'))
  return {
    verifyKey: toHex(await getPublicKeyAsync(seed)),
    sign: async (text) => toHex(await signAsync(new TextEncoder().encode(text), seed)),
  }
}

function fromBase64url(text: string): Uint8Array {
  const bytes = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(bytes, (byte) => byte.charCodeAt(0))
}
