import { type CopyTexts, useCopy } from './use-copy'

interface SharedLink {
  title: string
  /** What to say about it; sent and copied before the URL. */
  text?: string
  /** A path of this site. */
  path: string
}

/** Shares a URL by the Web Share API, or copies it to the clipboard where that is missing or not allowed. */
export function useShare(texts: CopyTexts) {
  const copy = useCopy(texts)
  return async ({ title, text, path }: SharedLink) => {
    const url = new URL(path, location.href).href
    if (navigator.share) {
      try {
        return await navigator.share({ title, url, ...(text && { text }) })
      } catch (error) {
        if (error instanceof DOMException && error.name === 'AbortError') return // canceled by the visitor
      }
    }
    return copy(text ? `${text} ${url}` : url)
  }
}
