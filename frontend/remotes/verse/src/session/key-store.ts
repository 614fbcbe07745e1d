const database = 'mcwick-verse'
const store = 'device-key'

/**
 * Does one thing with what this browser keeps of keys. Fails where a browser keeps nothing, as some do in private
 * windows.
 */
export function inKeyStore<T>(mode: IDBTransactionMode, act: (keys: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(database, 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore(store)
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      try {
        const transaction = opening.result.transaction(store, mode)
        const request = act(transaction.objectStore(store))
        transaction.oncomplete = () => {
          opening.result.close()
          resolve(request.result)
        }
        transaction.onabort = () => reject(transaction.error)
      } catch (error) {
        reject(error) // nobody else hears of what a listener throws
      }
    }
  })
}
