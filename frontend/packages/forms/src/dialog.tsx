import { Modal } from '@mcwick/ui'
import { type ReactNode, useId } from 'react'

interface DialogProps {
  open: boolean
  title: string
  /** Called on Escape, on a click outside the dialog, and when the browser closes it. */
  onClose: () => void
  /** alertdialog interrupts the visitor, and screen readers announce its whole content. */
  role?: 'alertdialog'
  children: ReactNode
}

/** A modal dialog with a title. */
export function Dialog({ open, title, onClose, role, children }: DialogProps) {
  const titleId = useId()
  const contentId = useId()
  return (
    <Modal
      open={open}
      onClose={onClose}
      role={role}
      className="mc-dialog"
      aria-labelledby={titleId}
      aria-describedby={role && contentId}
    >
      <div className="mc-dialog-sheet">
        <h2 id={titleId}>{title}</h2>
        <div id={contentId}>{open && children}</div>
      </div>
    </Modal>
  )
}
