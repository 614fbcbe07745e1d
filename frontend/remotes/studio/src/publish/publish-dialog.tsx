import { Action, Dialog, TextArea, TextField } from '@mcwick/forms'
import { Button } from '@mcwick/ui'
import { type ReactNode, useState } from 'react'

const maxSignature = 50
const maxCaption = 280

export interface PublishDetails {
  signature: string
  caption: string
}

/** What the dialog says. */
export interface PublishWords {
  title: string
  handle: string
  handleHint: string
  caption: string
  captionHint: string
  cancel: string
}

interface PublishDialogProps {
  open: boolean
  onClose: () => void
  onPublish: (details: PublishDetails) => void
  label: string
  busy: boolean
  words: PublishWords
  /** What is said of an attempt that failed. */
  failure: ReactNode
  /** The picture that is asked about. */
  preview: ReactNode
}

/** Shows what will hang and asks for a name and a line; both may stay empty. */
export function PublishDialog({ open, onClose, onPublish, label, busy, words, failure, preview }: PublishDialogProps) {
  const [details, setDetails] = useState<PublishDetails>({ signature: '', caption: '' })
  return (
    <Dialog open={open} title={words.title} onClose={onClose}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          onPublish(details)
        }}
      >
        {preview}
        {failure}
        <TextField
          label={words.handle}
          placeholder={words.handleHint}
          value={details.signature}
          onChange={(event) => setDetails({ ...details, signature: event.target.value })}
          maxLength={maxSignature}
          autoComplete="nickname"
        />
        <TextArea
          label={words.caption}
          placeholder={words.captionHint}
          value={details.caption}
          onChange={(event) => setDetails({ ...details, caption: event.target.value })}
          maxLength={maxCaption}
          rows={3}
        />
        <div className="mt-2 flex flex-wrap justify-end gap-4">
          <Button onClick={onClose}>{words.cancel}</Button>
          <Action type="submit" kind="primary" busy={busy}>
            {label}
          </Action>
        </div>
      </form>
    </Dialog>
  )
}
