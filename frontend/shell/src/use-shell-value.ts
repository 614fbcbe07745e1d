import type { Site } from '@mcwick/api-calls'
import type { Shell } from '@mcwick/shell-contract'
import { useCallback, useMemo, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { prefetchRemote } from './remotes/load-remote'
import { routeOf } from './routes'

const toastMs = 5000
const toastDelayMs = 100 // a dialog that closes at the same time must be gone, or screen readers do not announce the toast
const watchDelayMs = 3000 // the page is loaded first
const watchRetryMs = 30_000

export interface Toast {
  id: number
  message: string
  outcome: 'failure' | undefined
}

let lastToast = 0

let live: typeof import('./live/watch-gallery') | undefined

/** Watches at once from the first time on that it was loaded, so that nothing is missed between two pages. */
const watchGallery: NonNullable<Shell['watchGallery']> = (types, listener) => {
  if (live) return live.watchGallery(types, listener)
  let stop: (() => void) | undefined
  let timer: ReturnType<typeof setTimeout> | undefined = setTimeout(async function load() {
    live ??= await import('./live/watch-gallery').catch(() => undefined)
    if (!timer) return
    if (live) stop = live.watchGallery(types, listener)
    else timer = setTimeout(load, watchRetryMs)
  }, watchDelayMs)
  return () => {
    clearTimeout(timer)
    timer = undefined
    stop?.()
  }
}

/** Builds the shell's API for pages and remotes, and holds the title and toasts that they set. */
export function useShellValue(config: Site): { shell: Shell; title: string | undefined; toasts: Toast[] } {
  const [path, setPath] = useLocation()
  const search = useSearch()
  const navigate = useCallback(
    (href: string, options?: { replace?: boolean }) => {
      setPath(href, href === location.pathname + location.search ? { replace: true } : options)
      window.scrollTo(0, 0) // the browser restores the scroll position on back
    },
    [setPath],
  )
  const prefetch = useCallback(
    (href: string) => {
      const route = routeOf(new URL(href, location.href).pathname, config)
      const remote = config.remotes.find(({ path }) => path === route?.path)
      if (remote) prefetchRemote(remote).catch(() => undefined) // the error is shown on navigation
    },
    [config],
  )
  const [title, setTitle] = useState<string>()
  const [toasts, setToasts] = useState<Toast[]>([])
  const toast = useCallback((message: string, outcome?: 'failure') => {
    const id = ++lastToast
    setTimeout(() => setToasts((shown) => [...shown, { id, message, outcome }]), toastDelayMs)
    setTimeout(() => setToasts((shown) => shown.filter((other) => other.id !== id)), toastDelayMs + toastMs)
  }, [])
  const shell = useMemo(
    () => ({
      config,
      location: { path, search: new URLSearchParams(search) },
      navigate,
      prefetch,
      setTitle,
      toast,
      watchGallery,
    }),
    [config, path, search, navigate, prefetch, toast],
  )
  return { shell, title, toasts }
}
