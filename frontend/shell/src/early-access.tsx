import { keepText, keptText } from '@mcwick/session'
import { useShell } from '@mcwick/shell-contract'
import { useCallback, useEffect, useState } from 'react'
import { RemotePart } from './remotes/remote-part'

const doneKey = 'mcwick.earlyAccess'
const laterKey = 'mcwick.earlyAccess.later'

/** Pages that somebody was sent to: they see what they came for first. */
const shared = /^\/(gallery|bictok)\/./

/**
 * The overlay for those who came before the launch. It comes after the first page, and never when its code does not.
 */
export function EarlyAccess() {
  const { config, location } = useShell()
  const [isDue, setIsDue] = useState(false)
  useEffect(() => {
    if (!config.flags.earlyAccess || keptText(doneKey) === 'true' || keptText(laterKey, 'session') === 'true') return
    const timer = setTimeout(() => setIsDue(true)) // the page is painted first
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
  if (!isDue || shared.test(location.path)) return null
  return <RemotePart of="/verse" part="earlyAccess" fallback={null} onDone={done} onLater={later} />
}
