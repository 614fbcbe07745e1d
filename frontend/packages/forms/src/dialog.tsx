import { Modal } from '@mcwick/ui'
import { type ReactNode, useId } from 'react'

interface DialogProps {
  open: boolean
  title: string
  /** Asks to be closed: by Escape, by a press beside the dialog, or by the browser itself. */
  onClose: () => void
  /** alertdialog: it interrupts with something that has to be known, and is said as a whole. */
  role?: 'alertdialog'
  children: ReactNode
}

/** A question over the page, with a title. */
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
