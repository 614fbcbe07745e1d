import { sha256 } from '../keys/hex'
import { inKeyStore } from './key-store'

// Both keys are 64 hex digits, so a text alone does not say which one it is. Private keys that were made or used in
// this browser are recognized by a fingerprint of their public key, which gives neither of them away.
const known = new Set<string>()

/**
 * Remembers that a public key's private key was in this browser. Where nothing can be kept, until the page is closed.
 */
export async function rememberPrivateKeyOf(publicKey: string): Promise<void> {
  const fingerprint = await fingerprintOf(publicKey)
  known.add(fingerprint)
  await inKeyStore('readwrite', (keys) => keys.put(true, fingerprint)).catch(() => undefined)
}

/** Whether a public key's private key was in this browser. */
export async function isPrivateKeyKnown(publicKey: string): Promise<boolean> {
  const fingerprint = await fingerprintOf(publicKey)
  return known.has(fingerprint) || Boolean(await inKeyStore('readonly', (keys) => keys.get(fingerprint)).catch(() => 0))
}

function fingerprintOf(publicKey: string): Promise<string> {
  return sha256(`mcwick private key of ${publicKey}`)
}
