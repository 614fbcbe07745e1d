import { useEffect } from 'react'
import { useHistoryState } from 'wouter/use-browser-location'

const desktopQuery = '(width >= 48rem)' // from this width on the top bar shows all entries

const open = () => history.pushState({ menu: true }, '')

// Going back is asynchronous: a second call before the popstate event would go back twice, maybe out of the site.
let isClosing = false
const close = () => {
  if (isClosing || !history.state?.menu) return
  isClosing = true
  addEventListener('popstate', () => (isClosing = false), { once: true })
  history.back()
}

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
