import { useShell } from '@mcwick/shell-contract'

export interface CopyTexts {
  copied: string
  notCopied: string
}

/** Returns a function that copies a text to the clipboard, and says whether it did. */
export function useCopy({ copied, notCopied }: CopyTexts) {
  const { toast } = useShell()
  return async (text: string) => {
    try {
      await navigator.clipboard.writeText(text) // undefined on a page without TLS
      toast(copied)
    } catch {
      toast(notCopied, 'failure')
    }
  }
}
