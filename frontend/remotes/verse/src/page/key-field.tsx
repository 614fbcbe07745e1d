import { TextField } from '@mcwick/forms'
import { CopyButton } from '@mcwick/ui'
import { texts } from '../texts'

interface KeyFieldProps {
  label: string
  value: string
  /** What pressing the button beside it does. */
  copy: string
  onCopied?: () => void
}

/** A key to be read and taken along. */
export function KeyField({ label, value, copy, onCopied }: KeyFieldProps) {
  return (
    <TextField
      label={label}
      value={value}
      readOnly
      spellCheck={false}
      autoComplete="off"
      className="verse-key"
      onFocus={(event) => event.target.select()}
      onCopy={onCopied}
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
