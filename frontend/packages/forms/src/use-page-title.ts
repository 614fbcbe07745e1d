import { useShell } from '@mcwick/shell-contract'
import { useEffect } from 'react'

/** Names the page in the browser's window while this is on it, where the name of the route says too little. */
export function usePageTitle(title: string | undefined) {
  const { setTitle } = useShell()
  useEffect(() => {
    setTitle?.(title) // a page that was opened before this release has none
    return () => setTitle?.(undefined)
  }, [setTitle, title])
}
