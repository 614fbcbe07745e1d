import type { KeptSigner } from '../keys/signer'

/** A signer that the browser keeps, with the key it signs for. */
export interface DeviceKey extends KeptSigner {
  publicKey: string
}

const database = 'mcwick-verse'
const store = 'device-key'
const only = 'only' // a browser remembers one key

/** Keeps a key in this browser, in place of the one before. It can be used there and not be read. */
export function keepDeviceKey(key: DeviceKey): Promise<unknown> {
  return inStore('readwrite', (keys) => keys.put(key, only))
}

/** The key that this browser remembers, if it is for this public key. */
export async function deviceKeyFor(publicKey: string): Promise<DeviceKey | undefined> {
  const kept = await inStore<DeviceKey | undefined>('readonly', (keys) => keys.get(only)).catch(() => undefined)
  return kept?.publicKey === publicKey ? kept : undefined
}

export function forgetDeviceKey(): Promise<unknown> {
  return inStore('readwrite', (keys) => keys.delete(only)).catch(() => undefined)
}

function inStore<T>(mode: IDBTransactionMode, act: (keys: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(database, 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore(store)
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const transaction = opening.result.transaction(store, mode)
      const request = act(transaction.objectStore(store))
      transaction.oncomplete = () => {
        opening.result.close()
        resolve(request.result)
      }
      transaction.onabort = () => reject(transaction.error)
    }
  })
}
