import { useShell } from '@mcwick/shell-contract'

interface ShareTexts {
  copied: string
  notCopied: string
}

interface SharedLink {
  title: string
  /** A path of this site. */
  path: string
}

/** Shares a URL by the Web Share API, or copies it to the clipboard where that is missing or not allowed. */
export function useShare({ copied, notCopied }: ShareTexts) {
  const { toast } = useShell()
  return async ({ title, path }: SharedLink) => {
    const url = new URL(path, location.href).href
    if (navigator.share) {
      try {
        return await navigator.share({ title, url })
      } catch (error) {
        if (error instanceof DOMException && error.name === 'AbortError') return // canceled by the visitor
      }
    }
    try {
      await navigator.clipboard.writeText(url) // undefined on a page without TLS
      toast(copied)
    } catch {
      toast(notCopied)
    }
  }
}
