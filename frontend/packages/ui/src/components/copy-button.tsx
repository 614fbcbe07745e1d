import { useShell } from '@mcwick/shell-contract'
import { useEffect, useState } from 'react'
import { IconButton } from './button'

const shownMs = 2000

interface CopyButtonProps {
  text: string
  /** The accessible name. */
  label: string
  /** Replaces the label, with a check mark, for two seconds after copying. */
  copied: string
  /** The toast when the browser refuses. */
  notCopied: string
  onCopied?: (() => void) | undefined
}

/** A button that copies a text to the clipboard. */
export function CopyButton({ text, label, copied, notCopied, onCopied }: CopyButtonProps) {
  const { toast } = useShell()
  const [isCopied, setIsCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setIsCopied(false), shownMs)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setIsCopied(true)
      onCopied?.()
    } catch {
      toast(notCopied)
    }
  }
  return (
    <>
      <IconButton
        icon={isCopied ? 'check' : 'copy'}
        label={isCopied ? copied : label}
        kind={isCopied ? 'success' : 'plain'}
        onClick={copy}
      />
      <span className="sr-only" role="status">
        {isCopied && copied}
      </span>
    </>
  )
}
