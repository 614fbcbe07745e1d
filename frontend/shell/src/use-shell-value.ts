import type { Site } from '@mcwick/api-calls'
import type { Shell } from '@mcwick/shell-contract'
import { useCallback, useMemo, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { prefetchRemote } from './remotes/load-remote'
import { routeOf } from './routes'

const toastMs = 5000

export interface Toast {
  id: number
  message: string
}

let lastToast = 0

/** What remotes and pages get from the shell, and the messages they sent to it. */
export function useShellValue(config: Site): { shell: Shell; title: string | undefined; toasts: Toast[] } {
  const [path, go] = useLocation()
  const search = useSearch()
  const navigate = useCallback(
    (href: string, options?: { replace?: boolean }) => {
      go(href, options)
      window.scrollTo(0, 0) // going back is left to the browser, which remembers the place
    },
    [go],
  )
  const prefetch = useCallback(
    (href: string) => {
      const route = routeOf(new URL(href, location.href).pathname, config)
      const remote = config.remotes.find(({ path }) => path === route?.path)
      if (remote) prefetchRemote(remote).catch(() => undefined) // told when somebody really goes there
    },
    [config],
  )
  const [title, setTitle] = useState<string>()
  const [toasts, setToasts] = useState<Toast[]>([])
  const toast = useCallback((message: string) => {
    const id = ++lastToast
    setToasts((shown) => [...shown, { id, message }])
    setTimeout(() => setToasts((shown) => shown.filter((other) => other.id !== id)), toastMs)
  }, [])
  const shell = useMemo(
    () => ({ config, location: { path, search: new URLSearchParams(search) }, navigate, prefetch, setTitle, toast }),
    [config, path, search, navigate, prefetch, toast],
  )
  return { shell, title, toasts }
}
