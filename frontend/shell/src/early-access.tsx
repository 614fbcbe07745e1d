import { useShell } from '@mcwick/ui'
import { useCallback, useEffect, useState } from 'react'
import { RemotePart } from './remotes/remote-part'

const doneKey = 'mcwick.earlyAccess'

/** The overlay for those who came before the launch. It comes after the first page, and never when its code does not. */
export function EarlyAccess() {
  const { config } = useShell()
  const [open, setOpen] = useState(false)
  useEffect(() => {
    if (!config.flags.earlyAccess || localStorage.getItem(doneKey) === 'true') return
    const timer = setTimeout(() => setOpen(true)) // the page is painted first
    return () => clearTimeout(timer)
  }, [config])
  const close = useCallback(() => setOpen(false), [])
  const remember = useCallback(() => {
    localStorage.setItem(doneKey, 'true')
    close()
  }, [close])
  if (!open) return null
  return <RemotePart of="/verse" part="earlyAccess" fallback={null} onDone={remember} onLater={close} />
}
