import { keepText, keptText } from './kept-text'
import { changed } from './stored-user'

const key = 'mcwick.leaving'

/** Whether a visitor logged out and the server has not answered yet: until then the browser's session acts for the account. */
export const isLeaving = () => keptText(key) !== null

export function setLeaving(leaving: boolean) {
  keepText(key, leaving ? '1' : null)
  dispatchEvent(new Event(changed))
}
