export { keepText, keptText } from './kept-text'
export { type StoredUser, storedUser, storeUser, useStoredUser } from './stored-user'
