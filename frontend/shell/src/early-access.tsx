import { keepText, keptText, useShell } from '@mcwick/ui'
import { useCallback, useEffect, useState } from 'react'
import { RemotePart } from './remotes/remote-part'

const doneKey = 'mcwick.earlyAccess'

/** Pages that somebody was sent to: they see what they came for first. */
const shared = /^\/(gallery|bictok)\/./

/**
 * The overlay for those who came before the launch. It comes after the first page, and never when its code does not.
 */
export function EarlyAccess() {
  const { config, location } = useShell()
  const [isDue, setIsDue] = useState(false)
  useEffect(() => {
    if (!config.flags.earlyAccess || keptText(doneKey) === 'true') return
    const timer = setTimeout(() => setIsDue(true)) // the page is painted first
    return () => clearTimeout(timer)
  }, [config])
  const close = useCallback(() => setIsDue(false), [])
  const remember = useCallback(() => {
    keepText(doneKey, 'true')
    close()
  }, [close])
  if (!isDue || shared.test(location.path)) return null
  return <RemotePart of="/verse" part="earlyAccess" fallback={null} onDone={remember} onLater={close} />
}
