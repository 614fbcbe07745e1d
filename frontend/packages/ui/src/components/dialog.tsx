import { type ReactNode, useEffect, useId, useRef } from 'react'

interface DialogProps {
  open: boolean
  title: string
  /** Called for Escape, a tap beside the dialog and the browser's own closing. */
  onClose: () => void
  /** alertdialog: it interrupts with something that has to be known. */
  role?: 'alertdialog'
  children: ReactNode
}

/** A modal dialog: the browser's own, so focus stays inside and returns to where it was. */
export function Dialog({ open, title, onClose, role, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => {
    const dialog = ref.current
    if (open && !dialog?.open) dialog?.showModal()
    if (!open && dialog?.open) dialog.close()
  }, [open])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard's way to close is Escape, which onCancel takes
    <dialog
      ref={ref}
      role={role}
      className="mc-dialog"
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      // The event comes later than the closing: by then the dialog may be open again.
      onClose={(event) => open && !event.currentTarget.open && onClose()}
      onClick={(event) => event.target === event.currentTarget && onClose()}
    >
      <h2 id={titleId}>{title}</h2>
      {open && children}
    </dialog>
  )
}
