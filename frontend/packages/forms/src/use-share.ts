import { useShell } from '@mcwick/ui'

interface Words {
  copied: string
  notCopied: string
}

interface Shared {
  title: string
  /** An address of this site. */
  path: string
}

/** Sends an address on: by what the device has for that, or by the clipboard. */
export function useShare({ copied, notCopied }: Words) {
  const { toast } = useShell()
  return async ({ title, path }: Shared) => {
    const url = new URL(path, location.href).href
    if (navigator.share) {
      await navigator.share({ title, url }).catch(() => undefined) // taken back
      return
    }
    await navigator.clipboard.writeText(url).then(
      () => toast(copied),
      () => toast(notCopied),
    )
  }
}
