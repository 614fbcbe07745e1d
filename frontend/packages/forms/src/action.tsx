import { Button, type ButtonProps } from '@mcwick/ui'
import { useId } from 'react'

export interface ActionProps extends ButtonProps {
  /** It is being done, or done: a press does nothing. */
  busy?: boolean
  /** Why it cannot be done yet; stands below, and is heard with the button. */
  whyNot?: string | undefined
}

/** What a form is for. While it cannot be pressed it stays where the keyboard finds it: a disabled button tells nobody why. */
export function Action({ busy = false, whyNot, onClick, ...rest }: ActionProps) {
  const id = useId()
  const isIdle = busy || Boolean(whyNot)
  return (
    <div className="mc-action">
      <Button
        {...rest}
        aria-disabled={isIdle || undefined}
        aria-describedby={id}
        onClick={(event) => (isIdle ? event.preventDefault() : onClick?.(event))}
      />
      <p id={id} className="mc-hint" aria-live="polite">
        {whyNot}
      </p>
    </div>
  )
}
