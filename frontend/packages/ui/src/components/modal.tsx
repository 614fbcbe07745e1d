import { type DialogHTMLAttributes, useLayoutEffect, useRef } from 'react'

interface ModalProps extends Omit<DialogHTMLAttributes<HTMLDialogElement>, 'onClose'> {
  open: boolean
  /** Called on Escape, on a click outside, and when the browser closes it. */
  onClose: () => void
}

/** A modal overlay that traps the focus: the native dialog element, unstyled. */
export function Modal({ open, onClose, ...rest }: ModalProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const pressedOutside = useRef(false) // a text selection that ends outside must not close it
  // One that is removed while it is open must be closed before, or the focus is left nowhere.
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!open || !dialog) return
    dialog.showModal()
    return () => dialog.close()
  }, [open])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard closes it by Escape, which onCancel handles
    <dialog
      {...rest}
      ref={ref}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      // The close event fires asynchronously: by then the dialog may be open again.
      onClose={(event) => open && !event.currentTarget.open && onClose()}
      onPointerDown={(event) => {
        pressedOutside.current = event.target === event.currentTarget
      }}
      onClick={(event) => pressedOutside.current && event.target === event.currentTarget && onClose()}
    />
  )
}
