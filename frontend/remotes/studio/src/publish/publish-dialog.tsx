import { Dialog, FormFooter, TextArea, TextField } from '@mcwick/forms'
import type { ReactNode } from 'react'

const maxSignature = 50
const maxCaption = 280

export interface PublishDetails {
  signature: string
  caption: string
}

export const noDetails: PublishDetails = { signature: '', caption: '' }

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
  details: PublishDetails
  onChange: (details: PublishDetails) => void
  onPublish: (details: PublishDetails) => void
  label: string
  busy: boolean
  words: PublishWords
  /** What is said of an attempt that failed. */
  failure: ReactNode
  /** The picture that is asked about. */
  preview: ReactNode
  /** Who made it. */
  madeBy: ReactNode
}

/** Shows what will hang and asks for a name and a line; both may stay empty. */
export function PublishDialog(props: PublishDialogProps) {
  const { open, onClose, details, onChange, onPublish, label, busy, words, failure, preview, madeBy } = props
  return (
    <Dialog open={open} title={words.title} onClose={onClose}>
      <form
        className="studio-publish"
        onSubmit={(event) => {
          event.preventDefault()
          if (!busy) onPublish(details)
        }}
      >
        {preview}
        <p className="studio-publish-made">{madeBy}</p>
        {failure}
        <TextField
          label={words.handle}
          placeholder={words.handleHint}
          value={details.signature}
          onChange={(event) => onChange({ ...details, signature: event.target.value })}
          maxLength={maxSignature}
          autoComplete="nickname"
        />
        <TextArea
          label={words.caption}
          placeholder={words.captionHint}
          value={details.caption}
          onChange={(event) => onChange({ ...details, caption: event.target.value })}
          maxLength={maxCaption}
          rows={3}
        />
        <FormFooter cancel={words.cancel} onCancel={onClose} busy={busy}>
          {label}
        </FormFooter>
      </form>
    </Dialog>
  )
}
