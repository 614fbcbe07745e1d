import { keepText, keptText } from '@mcwick/session'
import { useShell } from '@mcwick/shell-contract'
import { useCallback, useEffect, useState } from 'react'
import { RemotePart } from './remotes/remote-part'

const doneKey = 'mcwick.earlyAccess'
const laterKey = 'mcwick.earlyAccess.later'

/** Pages that visitors open by a shared link, which they see first. */
const sharedLinks = /^\/(gallery|bictok)\/./

/**
 * The early-access form, shown after the first page is painted. Nothing is shown when the remote does not load.
 */
export function EarlyAccess() {
  const { config, location } = useShell()
  const [isDue, setIsDue] = useState(false)
  useEffect(() => {
    if (!config.flags.earlyAccess || keptText(doneKey) === 'true' || keptText(laterKey, 'session') === 'true') return
    const timer = setTimeout(() => setIsDue(true)) // after the page is painted
    return () => clearTimeout(timer)
  }, [config])
  const done = useCallback(() => {
    keepText(doneKey, 'true')
    setIsDue(false)
  }, [])
  const later = useCallback(() => {
    keepText(laterKey, 'true', 'session')
    setIsDue(false)
  }, [])
  if (!isDue || sharedLinks.test(location.path)) return null
  return <RemotePart path="/verse" part="earlyAccess" fallback={null} onDone={done} onLater={later} />
}
