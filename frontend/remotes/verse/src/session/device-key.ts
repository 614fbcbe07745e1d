import type { StoredSigner } from '../keys/signer'

/** A stored signer, with the public key that it signs for. */
export interface DeviceKey extends StoredSigner {
  publicKey: string
  /** The challenge's time of the login that stored it, RFC 3339 in whole seconds; absent in records of earlier releases. */
  since?: string
}

const database = 'mcwick-verse'
const store = 'device-key'
const recordKey = 'only' // a browser stores one key
const timeoutMs = 5000

/** Stores a key in this browser, in place of the previous one. It can be used and not be read. */
export function storeDeviceKey(key: DeviceKey): Promise<unknown> {
  return runInKeyStore('readwrite', (keys) => keys.put(key, recordKey))
}

/** Loads the stored key: undefined unless it is for this public key, and null when it cannot be read. */
export async function loadDeviceKey(publicKey: string): Promise<DeviceKey | undefined | null> {
  const stored = await runInKeyStore<DeviceKey | undefined>('readonly', (keys) => keys.get(recordKey)).catch(() => null)
  return stored && stored.publicKey !== publicKey ? undefined : stored
}

export function deleteDeviceKey(): Promise<unknown> {
  return runInKeyStore('readwrite', (keys) => keys.delete(recordKey)).catch(() => undefined)
}

/**
 * Runs one operation on the key store in IndexedDB. Rejects where storage is unavailable, as in some private windows, and after
 * five seconds: Safari has had versions whose databases do not open.
 */
function runInKeyStore<T>(mode: IDBTransactionMode, operation: (keys: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    setTimeout(reject, timeoutMs, new Error('the key store does not answer'))
    const opening = indexedDB.open(database, 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore(store)
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      try {
        const transaction = opening.result.transaction(store, mode)
        const request = operation(transaction.objectStore(store))
        transaction.oncomplete = () => {
          opening.result.close()
          resolve(request.result)
        }
        transaction.onabort = () => reject(transaction.error)
      } catch (error) {
        reject(error) // an error in an event listener would be lost
      }
    }
  })
}
