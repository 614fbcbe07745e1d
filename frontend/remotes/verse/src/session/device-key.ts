import type { StoredSigner } from '../keys/signer'
import { runInKeyStore } from './key-store'

/** A stored signer, with the public key that it signs for. */
export interface DeviceKey extends StoredSigner {
  publicKey: string
  /** The challenge's time of the login that stored it, RFC 3339 in whole seconds; absent in records of earlier releases. */
  since?: string
}

const recordKey = 'only' // a browser stores one key

/** Stores a key in this browser, in place of the previous one. It can be used and not be read. */
export function storeDeviceKey(key: DeviceKey): Promise<unknown> {
  return runInKeyStore('readwrite', (keys) => keys.put(key, recordKey))
}

/** Loads the stored key, if it is for this public key. */
export async function loadDeviceKey(publicKey: string): Promise<DeviceKey | undefined> {
  const stored = await runInKeyStore<DeviceKey | undefined>('readonly', (keys) => keys.get(recordKey)).catch(
    () => undefined,
  )
  return stored?.publicKey === publicKey ? stored : undefined
}

export function deleteDeviceKey(): Promise<unknown> {
  return runInKeyStore('readwrite', (keys) => keys.delete(recordKey)).catch(() => undefined)
}
