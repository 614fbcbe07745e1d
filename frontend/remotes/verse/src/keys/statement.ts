/** What is signed for. */
export type Action = 'register' | 'login' | 'rotate'

/** What the server gives to sign. Everything else in a statement the page knows itself. */
export interface Challenge {
  nonce: string
  issuedAt: string
}

/** A public key with the one that checks its signatures. */
export interface KeyPair {
  publicKey: string
  verifyKey: string
}

/**
 * The text that is signed: it names the site and the purpose, so that a signature is worth nothing elsewhere. The server
 * writes the same from what it knows.
 */
export function statement(
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
