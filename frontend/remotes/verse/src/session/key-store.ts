const database = 'mcwick-verse'
const store = 'device-key'
const timeoutMs = 5000

/**
 * Runs one operation on the key store in IndexedDB. Rejects where storage is unavailable, as in some private windows, and after
 * five seconds: Safari has had versions whose databases do not open.
 */
export function runInKeyStore<T>(
  mode: IDBTransactionMode,
  operation: (keys: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
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
