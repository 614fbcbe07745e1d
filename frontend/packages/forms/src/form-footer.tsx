import { Button } from '@mcwick/ui'
import { ActionButton, type ActionButtonProps } from './action-button'

interface FormFooterProps extends Omit<ActionButtonProps, 'type' | 'onClick'> {
  /** The label of the cancel button. */
  cancel: string
  onCancel: () => void
}

/** The buttons at the end of a form in a dialog: cancel and submit. */
export function FormFooter({ cancel, onCancel, kind = 'primary', ...submit }: FormFooterProps) {
  return (
    <div className="mc-form-footer">
      <Button onClick={onCancel}>{cancel}</Button>
      <ActionButton {...submit} type="submit" kind={kind} />
    </div>
  )
}
