import { type DialogHTMLAttributes, useEffect, useRef } from 'react'

interface ModalProps extends Omit<DialogHTMLAttributes<HTMLDialogElement>, 'onClose'> {
  open: boolean
  /** Asks to be closed: by Escape, by a press beside what is in it, or by the browser itself. */
  onClose: () => void
}

/** What lies over the page and holds the focus: the browser's own dialog, without a look. */
export function Modal({ open, onClose, ...rest }: ModalProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const pressedBeside = useRef(false) // a text that is selected past the edge ends there, and closes nothing
  useEffect(() => {
    const dialog = ref.current
    if (open && !dialog?.open) dialog?.showModal()
    if (!open && dialog?.open) dialog.close()
  }, [open])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard's way to close is Escape, which onCancel takes
    <dialog
      {...rest}
      ref={ref}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      // The event comes later than the closing: by then the dialog may be open again.
      onClose={(event) => open && !event.currentTarget.open && onClose()}
      onPointerDown={(event) => {
        pressedBeside.current = event.target === event.currentTarget
      }}
      onClick={(event) => pressedBeside.current && event.target === event.currentTarget && onClose()}
    />
  )
}
