import { type DialogHTMLAttributes, useLayoutEffect, useRef, useState } from 'react'

interface ModalProps extends Omit<DialogHTMLAttributes<HTMLDialogElement>, 'onClose'> {
  open: boolean
  /** Called on Escape, on a click outside, and when the browser closes it. Unless `open` changes it stays, or is shown again. */
  onClose: () => void
}

/** A modal overlay that traps the focus: the native dialog element, unstyled. */
export function Modal({ open, onClose, ...rest }: ModalProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const pressedOutside = useRef(false) // a text selection that ends outside must not close it
  const [closings, setClosings] = useState(0)
  // One that is removed while it is open must be closed before, or the focus is left nowhere.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the browser closes it at a second Escape whatever the page says
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!open || !dialog) return
    dialog.showModal()
    return () => dialog.close()
  }, [open, closings])
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
      onClose={(event) => {
        if (!open || event.currentTarget.open) return
        onClose()
        setClosings(closings + 1)
      }}
      onPointerDown={(event) => {
        pressedOutside.current = event.target === event.currentTarget
      }}
      onClick={(event) => pressedOutside.current && event.target === event.currentTarget && onClose()}
    />
  )
}
