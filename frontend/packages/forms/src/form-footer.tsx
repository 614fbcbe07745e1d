import { Button } from '@mcwick/ui'
import { ActionButton, type ActionButtonProps } from './action-button'

interface FormFooterProps extends Omit<ActionButtonProps, 'type' | 'onClick'> {
  /** The label of the cancel button. */
  cancel: string
  onCancel: () => void
  /** What was sent cannot be stopped: a click on cancel is ignored. By default while the form is busy. */
  cannotCancel?: boolean
}

/** The buttons at the end of a form in a dialog: cancel and submit. */
export function FormFooter({ cancel, onCancel, cannotCancel, kind = 'primary', ...submit }: FormFooterProps) {
  const isLocked = cannotCancel ?? submit.busy
  return (
    <div className="mc-form-footer">
      <Button aria-disabled={isLocked || undefined} onClick={() => isLocked || onCancel()}>
        {cancel}
      </Button>
      <ActionButton {...submit} type="submit" kind={kind} />
    </div>
  )
}
