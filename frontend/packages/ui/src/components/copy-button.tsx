import { useEffect, useState } from 'react'
import { IconButton } from './button'

const copiedMs = 2000
const notCopiedMs = 5000

interface CopyButtonProps {
  text: string
  /** The accessible name. */
  label: string
  /** Replaces the label, with a check mark, for two seconds after copying. */
  copied: string
  /** Shown above the button for five seconds when the browser refuses, as many in apps do; a toast would be behind a dialog. */
  notCopied: string
  onCopied?: (() => void) | undefined
}

/** A button that copies a text to the clipboard. */
export function CopyButton({ text, label, copied, notCopied, onCopied }: CopyButtonProps) {
  const [result, setResult] = useState<string>()
  const isCopied = result === copied
  useEffect(() => {
    if (!result) return
    const timer = setTimeout(() => setResult(undefined), isCopied ? copiedMs : notCopiedMs)
    return () => clearTimeout(timer)
  }, [result, isCopied])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text) // undefined on a page without TLS
      setResult(copied)
      onCopied?.()
    } catch {
      setResult(notCopied)
    }
  }
  return (
    <span className="mc-copy">
      <IconButton
        icon={isCopied ? 'check' : 'copy'}
        label={isCopied ? copied : label}
        kind={isCopied ? 'success' : 'plain'}
        onClick={copy}
      />
      <span className={result === notCopied ? 'mc-error' : 'sr-only'} role="status">
        {result}
      </span>
    </span>
  )
}
