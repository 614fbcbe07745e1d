import type { Challenge } from '@mcwick/api-calls'

/** The purpose of a signature. */
export type Action = 'register' | 'login' | 'rotate'

/** A public key and the key that verifies its signatures. */
interface KeyPair {
  publicKey: string
  verifyKey: string
}

/**
 * Builds the text to sign: it contains origin and purpose, so that a signature is not valid elsewhere. The server builds the
 * same text to verify it.
 */
export function buildStatement(
  action: Action,
  { nonce, issuedAt }: Challenge,
  { publicKey, verifyKey }: KeyPair,
  { origin = location.origin, next }: { origin?: string; next?: KeyPair } = {},
): string {
  return [
    'mcwick-auth-v1',
    `action: ${action}`,
    `origin: ${origin}`,
    `public_key: ${publicKey}`,
    `verify_key: ${verifyKey}`,
    ...(next ? [`new_public_key: ${next.publicKey}`, `new_verify_key: ${next.verifyKey}`] : []),
    `nonce: ${nonce}`,
    `issued_at: ${issuedAt}`,
  ].join('\n')
}
