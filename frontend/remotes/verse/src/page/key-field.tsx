import { TextField } from '@mcwick/forms'
import { CopyButton } from '@mcwick/ui'
import { texts } from '../texts'

interface KeyFieldProps {
  label: string
  value: string
  /** The label of the copy button. */
  copy: string
  onCopied?: () => void
}

/** A read-only key with a copy button. A part of the key that is copied by hand does not count. */
export function KeyField({ label, value, copy, onCopied }: KeyFieldProps) {
  return (
    <TextField
      label={label}
      value={value}
      readOnly
      spellCheck={false}
      autoComplete="off"
      onFocus={(event) => event.target.select()}
      onCopy={({ currentTarget: { selectionStart, selectionEnd } }) => {
        if (selectionStart === 0 && selectionEnd === value.length) onCopied?.()
      }}
      beside={
        <CopyButton
          text={value}
          label={copy}
          copied={texts.copy.copied}
          notCopied={texts.copy.refused}
          onCopied={onCopied}
        />
      }
    />
  )
}
