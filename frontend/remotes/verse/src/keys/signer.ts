import { bytesOf, hexOf } from './hex'

/** Signs, and shows who it is. The key itself cannot be read back from it. */
export interface Signer {
  /** The Ed25519 public key, 64 hex digits. */
  verifyKey: string
  /** The signature of a text, 128 hex digits. */
  sign: (text: string) => Promise<string>
  /** What may be kept of it in the browser's database; absent where the browser knows no Ed25519. */
  kept?: KeptSigner
}

/** What may be kept of a signer in the browser's database: a key that the browser uses and does not give away. */
export interface KeptSigner {
  verifyKey: string
  key: CryptoKey
}

/** Before the 32 bytes of a seed, this makes a private key in PKCS#8 (RFC 8410). */
const pkcs8 = bytesOf('302e020100300506032b657004220420')

/** The signer of a seed of 32 bytes. Browsers without Ed25519 (Chrome before 137) get it from a library. */
export async function signerOf(seed: Uint8Array<ArrayBuffer>): Promise<Signer> {
  return fromKept(await keptSignerOf(seed)) ?? libraryOf(seed)
}

async function keptSignerOf(seed: Uint8Array<ArrayBuffer>): Promise<KeptSigner | undefined> {
  const bytes = new Uint8Array([...pkcs8, ...seed])
  try {
    const readable = await crypto.subtle.importKey('pkcs8', bytes, 'Ed25519', true, ['sign'])
    const { x } = await crypto.subtle.exportKey('jwk', readable)
    const key = await crypto.subtle.importKey('pkcs8', bytes, 'Ed25519', false, ['sign'])
    return { verifyKey: hexOf(fromBase64url(x ?? '')), key }
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotSupportedError') return undefined
    throw error
  }
}

/** The signer that was kept. */
export function fromKept(kept: KeptSigner | undefined): Signer | undefined {
  return (
    kept && {
      kept,
      verifyKey: kept.verifyKey,
      sign: async (text) => hexOf(await crypto.subtle.sign('Ed25519', kept.key, new TextEncoder().encode(text))),
    }
  )
}

async function libraryOf(seed: Uint8Array): Promise<Signer> {
  const { getPublicKeyAsync, signAsync } = await import('@noble/ed25519')
  return {
    verifyKey: hexOf(await getPublicKeyAsync(seed)),
    sign: async (text) => hexOf(await signAsync(new TextEncoder().encode(text), seed)),
  }
}

function fromBase64url(text: string): Uint8Array {
  const bytes = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(bytes, (byte) => byte.charCodeAt(0))
}
