import { useEffect } from 'react'
import { useHistoryState } from 'wouter/use-browser-location'

const medium = '(width >= 48rem)' // from here on the bar has room for everything

const open = () => history.pushState({ menu: true }, '')
const close = () => history.back()

/**
 * The phone's menu. While it is open it is a place in the history, so that the back button closes it; a link in it takes
 * that place over.
 */
export function useMenu() {
  const isOpen = useHistoryState<{ menu?: boolean } | null>()?.menu === true
  useEffect(() => {
    if (!isOpen) return
    const wide = matchMedia(medium)
    wide.addEventListener('change', close, { once: true })
    return () => wide.removeEventListener('change', close)
  }, [isOpen])
  return { isOpen, open, close }
}
