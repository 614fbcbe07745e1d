import { Button } from '@mcwick/ui'
import { Action, type ActionProps } from './action'

interface FormFooterProps extends Omit<ActionProps, 'type' | 'onClick'> {
  /** What the button says that leaves the form. */
  cancel: string
  onCancel: () => void
}

/** How a form in a dialog ends: the way out, and beside it what the form is for. */
export function FormFooter({ cancel, onCancel, kind = 'primary', ...submit }: FormFooterProps) {
  return (
    <div className="mc-form-footer">
      <Button onClick={onCancel}>{cancel}</Button>
      <Action {...submit} type="submit" kind={kind} />
    </div>
  )
}
