import { useShell } from '@mcwick/shell-contract'

interface Words {
  copied: string
  notCopied: string
}

interface Shared {
  title: string
  /** An address of this site. */
  path: string
}

/** Sends an address on: by what the device has for that, or by the clipboard where it has none or may not. */
export function useShare({ copied, notCopied }: Words) {
  const { toast } = useShell()
  return async ({ title, path }: Shared) => {
    const url = new URL(path, location.href).href
    if (navigator.share) {
      try {
        return await navigator.share({ title, url })
      } catch (error) {
        if (error instanceof DOMException && error.name === 'AbortError') return // taken back
      }
    }
    try {
      await navigator.clipboard.writeText(url) // which a page without TLS does not have at all
      toast(copied)
    } catch {
      toast(notCopied)
    }
  }
}
