import { useShell } from '@mcwick/shell-contract'
import { useEffect } from 'react'

/** Sets the title of the browser window while mounted, in place of the route's title. */
export function usePageTitle(title: string | undefined) {
  const { setTitle } = useShell()
  useEffect(() => {
    setTitle?.(title) // an older shell may not have it
    return () => setTitle?.(undefined)
  }, [setTitle, title])
}
