import { Button, Dialog, ErrorPanel, TextArea, TextField } from '@mcwick/ui'
import { type ReactNode, useState } from 'react'
import { sentenceOf } from '../api/sentence-of'
import { texts } from '../texts'

const maxSignature = 50
const maxCaption = 280

export interface PublishDetails {
  signature: string
  caption: string
}

interface PublishDialogProps {
  open: boolean
  onClose: () => void
  onPublish: (details: PublishDetails) => void
  label: string
  busy: boolean
  error: Error | null
  /** The picture that is asked about. */
  preview: ReactNode
}

/** Shows what will hang and asks for a name and a line; both may stay empty. */
export function PublishDialog({ open, onClose, onPublish, label, busy, error, preview }: PublishDialogProps) {
  const [details, setDetails] = useState<PublishDetails>({ signature: '', caption: '' })
  return (
    <Dialog open={open} title={texts.publish.title} onClose={onClose}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          onPublish(details)
        }}
      >
        {preview}
        {error && <ErrorPanel error={error}>{sentenceOf(error, texts.publish.failed)}</ErrorPanel>}
        <TextField
          label={texts.publish.handle}
          placeholder={texts.publish.handleHint}
          value={details.signature}
          onChange={(event) => setDetails({ ...details, signature: event.target.value })}
          maxLength={maxSignature}
          autoComplete="nickname"
        />
        <TextArea
          label={texts.publish.caption}
          placeholder={texts.publish.captionHint}
          value={details.caption}
          onChange={(event) => setDetails({ ...details, caption: event.target.value })}
          maxLength={maxCaption}
          rows={3}
        />
        <div className="mt-2 flex flex-wrap justify-end gap-4">
          <Button onClick={onClose}>{texts.publish.cancel}</Button>
          <Button type="submit" kind="primary" disabled={busy}>
            {label}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
