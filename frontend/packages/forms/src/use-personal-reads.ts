import { keptText, storedUser } from '@mcwick/session'
import { useSyncExternalStore } from 'react'

/**
 * Returns whose data a personal read gets, '' for the device's own, and whether it may be sent: not from a log-out until its
 * answer, because until then the browser's session acts for the account.
 */
export function usePersonalReads(): { account: string; enabled: boolean } {
  const account = useSyncExternalStore(subscribe, readerOf)
  return { account: account ?? '', enabled: account !== undefined }
}

/** (The shell of the last release has no `isLeaving`.) */
const readerOf = () => storedUser()?.publicKey ?? (keptText('mcwick.leaving') === null ? '' : undefined)

const changes = ['mcwick-user', 'storage'] // in this tab and in others

function subscribe(onChange: () => void) {
  for (const change of changes) addEventListener(change, onChange)
  return () => {
    for (const change of changes) removeEventListener(change, onChange)
  }
}
