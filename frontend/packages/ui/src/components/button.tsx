import type { ButtonHTMLAttributes } from 'react'
import { Icon, type IconName } from './icon'
import { Link, type LinkProps } from './link'

interface ButtonStyle {
  /** primary: the main action of a view; success: it is done; danger: it deletes something for good. */
  kind?: 'primary' | 'plain' | 'success' | 'danger'
  size?: 'normal' | 'small'
}

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement>, ButtonStyle {}

/** A button; plain by default, and never a submit button unless it says so. */
export function Button({ kind = 'plain', size = 'normal', className = '', type = 'button', ...rest }: ButtonProps) {
  return <button {...rest} type={type} className={`mc-button ${className}`} data-kind={kind} data-size={size} />
}

export interface IconButtonProps extends Omit<ButtonProps, 'children' | 'aria-label'> {
  /** The accessible name, also shown as a tooltip. */
  label: string
  icon: IconName
  /** Rotates the icon by degrees, or mirrors it. */
  turn?: number | 'mirror'
}

/** A square button with an icon; the label is required, because an icon has no accessible name. */
export function IconButton({ label, icon, turn = 0, size = 'small', ...rest }: IconButtonProps) {
  return (
    <Button {...rest} size={size} data-square="" aria-label={label} title={label}>
      <span className="mc-turned" style={turn === 'mirror' ? { scale: '-1 1' } : { rotate: `${turn}deg` }}>
        <Icon name={icon} />
      </span>
    </Button>
  )
}

/** A link that looks like a button. */
export function ButtonLink({ kind = 'plain', size = 'normal', className = '', ...rest }: LinkProps & ButtonStyle) {
  return <Link {...rest} className={`mc-button ${className}`} data-kind={kind} data-size={size} />
}
