import { ApiError } from '@mcwick/api-client'
import { useShell } from '@mcwick/shell-contract'
import { ErrorPanel } from '@mcwick/ui'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { Dialog } from './dialog'
import { Select, TextArea } from './field'
import { FormFooter } from './form-footer'
import { texts } from './texts'

const { report } = texts
const maxNote = 400

interface ReportProps<Reason extends string> {
  /** What is reported, such as a handle: several of these buttons are on a page. */
  of: string
  reasons: readonly { value: Reason; label: string }[]
  send: (report: { reason: Reason; note: string }) => Promise<unknown>
}

/** A small button that asks what is wrong with something, once a visit. Until it got through, what is written in it stays. */
export function Report<Reason extends string>({ of, reasons, send }: ReportProps<Reason>) {
  const { toast } = useShell()
  const [open, setOpen] = useState(false)
  const [isAsked, setIsAsked] = useState(false)
  const [reason, setReason] = useState<Reason>()
  const [note, setNote] = useState('')
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: send,
    onSuccess: () => {
      setOpen(false)
      toast(report.thanks)
    },
  })
  return (
    <>
      <button
        type="button"
        className="mc-report"
        aria-disabled={isSuccess || undefined}
        aria-label={(isSuccess ? report.reportedOf : report.of)(of)}
        onClick={() => {
          if (isSuccess) return
          setIsAsked(true)
          setOpen(true)
        }}
      >
        {isSuccess ? report.reported : report.action}
      </button>
      {/* Beside the page: what it stands on may be turned, or take no press. */}
      {isAsked &&
        createPortal(
          <Dialog open={open} title={report.title} onClose={() => setOpen(false)}>
            <form
              className="mc-report-form"
              noValidate
              onSubmit={(event) => {
                event.preventDefault()
                if (reason && !isPending) mutate({ reason, note: note.trim() })
              }}
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
                <ErrorPanel error={error} reason={error instanceof ApiError ? error.detail : undefined}>
                  {report.failed}
                </ErrorPanel>
              )}
              <FormFooter
                cancel={report.cancel}
                onCancel={() => setOpen(false)}
                busy={isPending}
                whyNot={reason ? undefined : report.missing}
              >
                {isPending ? report.sending : report.send}
              </FormFooter>
            </form>
          </Dialog>,
          document.body,
        )}
    </>
  )
}
