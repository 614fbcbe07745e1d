import { Dialog, Form, FormFooter, TextArea } from '@mcwick/forms'
import type { ReactNode } from 'react'
import { texts } from '../texts'
import { SignatureField } from './signature-field'
import { noDetails } from './use-details'

const maxCaption = 280

export interface PublishDetails {
  signature: string
  caption: string
}

interface PublishDialogProps {
  open: boolean
  onClose: () => void
  details: PublishDetails
  onChange: (details: PublishDetails) => void
  onPublish: (details: PublishDetails) => void
  label: string
  busy: boolean
  /** Whether it is on its way to the server, which cannot be stopped: the dialog stays open. */
  isSending: boolean
  words: { title: string; handle: string }
  /** The error of the last attempt. */
  failure?: ReactNode
  /** The preview of what will be published. */
  preview: ReactNode
  /** The source label. */
  madeBy: ReactNode
}

/** Shows a preview and asks for handle and caption; both are optional. */
export function PublishDialog(props: PublishDialogProps) {
  const { open, onClose, details, onChange, onPublish, label, busy, isSending, words, failure, preview, madeBy } = props
  return (
    <Dialog open={open} title={words.title} onClose={() => isSending || onClose()}>
      <Form className="studio-publish" onSubmit={() => busy || onPublish(details)}>
        {preview}
        <p className="studio-publish-source">{madeBy}</p>
        {failure}
        <SignatureField
          label={words.handle}
          placeholder={texts.publish.handleHint}
          value={details.signature}
          isUntouched={details === noDetails}
          onChange={(signature) => onChange({ ...details, signature })}
        />
        <TextArea
          label={texts.publish.caption}
          placeholder={texts.publish.captionHint}
          value={details.caption}
          onChange={(event) => onChange({ ...details, caption: event.target.value })}
          maxLength={maxCaption}
          rows={3}
        />
        <FormFooter cancel={texts.publish.cancel} onCancel={onClose} cannotCancel={isSending} busy={busy}>
          {label}
        </FormFooter>
      </Form>
    </Dialog>
  )
}
