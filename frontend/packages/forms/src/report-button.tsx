import { useShell } from '@mcwick/shell-contract'
import { ErrorPanel } from '@mcwick/ui'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { detailOf } from './detail-of'
import { Dialog } from './dialog'
import { Select, TextArea } from './field'
import { Form } from './form'
import { FormFooter } from './form-footer'
import { texts } from './texts'

const { report } = texts
const maxNote = 400

const reported = new Set<string>() // in this visit: lists remove buttons that are far from the viewport

interface ReportButtonProps<Reason extends string> {
  id: string
  /** What is reported, such as a handle; it makes the button's accessible name unique on the page. */
  subject: string
  reasons: readonly { value: Reason; label: string }[]
  send: (report: { reason: Reason; note: string }) => Promise<unknown>
}

/** A small button with a dialog to report something, once per visit. The form keeps its values while the page has the button. */
export function ReportButton<Reason extends string>({ id, subject, reasons, send }: ReportButtonProps<Reason>) {
  const { toast } = useShell()
  const [open, setOpen] = useState<boolean>()
  const [reason, setReason] = useState<Reason>()
  const [note, setNote] = useState('')
  const { mutate, isPending, error } = useMutation({
    mutationFn: send,
    onSuccess: () => {
      reported.add(id)
      setOpen(false)
      toast(report.thanks)
    },
  })
  const isReported = reported.has(id)
  return (
    <>
      <button
        type="button"
        className="mc-report"
        aria-disabled={isReported || undefined}
        aria-label={(isReported ? report.reportedOf : report.of)(subject)}
        onClick={() => isReported || setOpen(true)}
      >
        {isReported ? report.reported : report.action}
      </button>
      {/* In a portal, because the card around the button may be rotated or inert. */}
      {open !== undefined &&
        createPortal(
          <Dialog open={open} title={report.title} onClose={() => isPending || setOpen(false)}>
            <Form
              className="mc-report-form"
              onSubmit={() => reason && !isPending && mutate({ reason, note: note.trim() })}
            >
              <Select
                label={report.reason}
                value={reason ?? ''}
                options={[...(reason ? [] : [{ value: '', label: report.choose }]), ...reasons]}
                onChange={({ target }) => setReason(target.value as Reason)}
              />
              <TextArea
                label={report.note}
                value={note}
                onChange={({ target }) => setNote(target.value)}
                readOnly={isPending}
                maxLength={maxNote}
                rows={3}
              />
              {error && (
                <ErrorPanel error={error} reason={detailOf(error)}>
                  {report.failed}
                </ErrorPanel>
              )}
              <FormFooter
                cancel={report.cancel}
                onCancel={() => setOpen(false)}
                busy={isPending}
                disabledReason={reason ? undefined : report.missing}
              >
                {isPending ? report.sending : report.send}
              </FormFooter>
            </Form>
          </Dialog>,
          document.body,
        )}
    </>
  )
}
