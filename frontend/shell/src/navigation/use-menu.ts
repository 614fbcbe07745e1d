import { useEffect } from 'react'
import { useHistoryState } from 'wouter/use-browser-location'

const desktopQuery = '(width >= 48rem)' // from this width on the top bar shows all entries

const open = () => history.pushState({ menu: true }, '')
const close = () => history.back()

/**
 * The state of the mobile menu. While open it is a history entry, so that the back button closes it; its links replace that
 * entry.
 */
export function useMenu() {
  const isOpen = useHistoryState<{ menu?: boolean } | null>()?.menu === true
  useEffect(() => {
    if (!isOpen) return
    const desktop = matchMedia(desktopQuery)
    desktop.addEventListener('change', close, { once: true })
    return () => desktop.removeEventListener('change', close)
  }, [isOpen])
  return { isOpen, open, close }
}
