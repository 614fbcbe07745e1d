import type { KeptSigner } from '../keys/signer'
import { inKeyStore } from './key-store'

/** A signer that the browser keeps, with the key it signs for. */
export interface DeviceKey extends KeptSigner {
  publicKey: string
}

const only = 'only' // a browser remembers one key

/** Keeps a key in this browser, in place of the one before. It can be used there and not be read. */
export function keepDeviceKey(key: DeviceKey): Promise<unknown> {
  return inKeyStore('readwrite', (keys) => keys.put(key, only))
}

/** The key that this browser remembers, if it is for this public key. */
export async function deviceKeyFor(publicKey: string): Promise<DeviceKey | undefined> {
  const kept = await inKeyStore<DeviceKey | undefined>('readonly', (keys) => keys.get(only)).catch(() => undefined)
  return kept?.publicKey === publicKey ? kept : undefined
}

export function forgetDeviceKey(): Promise<unknown> {
  return inKeyStore('readwrite', (keys) => keys.delete(only)).catch(() => undefined)
}
