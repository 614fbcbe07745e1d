/** Bytes as lower-case hex digits. */
export function hexOf(bytes: ArrayBuffer | Uint8Array): string {
  return Array.from(new Uint8Array(bytes as ArrayBuffer), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The bytes of hex digits. */
export function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16))
}

/** SHA-256 of a text's UTF-8 or of bytes, as hex. */
export async function sha256(data: string | Uint8Array<ArrayBuffer>): Promise<string> {
  const bytes = typeof data === 'string' ? new TextEncoder().encode(data) : data
  return hexOf(await crypto.subtle.digest('SHA-256', bytes))
}
