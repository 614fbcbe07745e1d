import { apiFetchBlob } from '@mcwick/api-client'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { downloadFile } from './download-file'

interface DownloadLinkProps {
  href: string
  /** The name of the saved file. */
  name: string
  /** Returns where the file is from now on, when the address is good for some minutes. */
  onRenew?: () => Promise<string>
  children: ReactNode
}

/** A link that saves a file without leaving the page. */
export function DownloadLink({ href, name, onRenew, children }: DownloadLinkProps) {
  const { mutate, isPending } = useMutation({
    mutationFn: async () => download((await onRenew?.().catch(() => undefined)) ?? href, name),
  })
  return (
    <a
      className="mc-button"
      data-kind="plain"
      href={href}
      download={name}
      aria-busy={isPending || undefined}
      onClick={(event) => {
        if (!onRenew && (event.ctrlKey || event.metaKey)) return // a new tab has an address that is good for long
        event.preventDefault()
        if (!isPending) mutate()
      }}
    >
      {children}
    </a>
  )
}

/** Downloads a file. One of another origin is fetched before, because browsers would open it in place of the page. */
async function download(url: string, name: string) {
  const isSameOrigin = new URL(url, location.href).origin === location.origin
  const file = isSameOrigin ? undefined : await apiFetchBlob(url).catch(() => undefined)
  if (file) return downloadFile(file, name)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  if (!isSameOrigin) link.target = '_blank' // the page stays
  link.click() // the browser says when it fails
}
