import { Button, type ButtonProps } from '@mcwick/ui'
import { useId } from 'react'

export interface ActionButtonProps extends ButtonProps {
  /** The action is in progress or done: a click does nothing. */
  busy?: boolean
  /** Why the action is not possible yet; shown below, and announced with the button. */
  disabledReason?: string | undefined
}

/** The main button of a form. While disabled it stays focusable, so that a screen reader announces the reason. */
export function ActionButton({ busy = false, disabledReason, onClick, ...rest }: ActionButtonProps) {
  const id = useId()
  const isDisabled = busy || Boolean(disabledReason)
  return (
    <div className="mc-action">
      <Button
        {...rest}
        aria-disabled={isDisabled || undefined}
        aria-describedby={id}
        onClick={(event) => (isDisabled ? event.preventDefault() : onClick?.(event))}
      />
      <p id={id} className="mc-hint" aria-live="polite">
        {disabledReason}
      </p>
    </div>
  )
}
