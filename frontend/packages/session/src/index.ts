export { keepText, keptText } from './kept-text'
export { isLeaving, setLeaving } from './leaving'
export { type StoredUser, storedUser, storeUser, useStoredUser } from './stored-user'
