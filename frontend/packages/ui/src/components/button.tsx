import type { ButtonHTMLAttributes } from 'react'
import { Icon, type IconName } from './icon'
import { Link, type LinkProps } from './link'

interface Look {
  /** primary: the one thing to do here; success: it is done; danger: it takes something away for good. */
  kind?: 'primary' | 'plain' | 'success' | 'danger'
  size?: 'normal' | 'small'
}

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement>, Look {}

/** A sticker to press. */
export function Button({ kind = 'plain', size = 'normal', className = '', type = 'button', ...rest }: ButtonProps) {
  return <button {...rest} type={type} className={`mc-button ${className}`} data-kind={kind} data-size={size} />
}

export interface IconButtonProps extends Omit<ButtonProps, 'children' | 'aria-label'> {
  /** What pressing it does; spoken, and shown as a tip. */
  label: string
  icon: IconName
  /** Turns the drawing by so many degrees, or as a mirror does. */
  turn?: number | 'mirror'
}

/** A square sticker with a drawing on it; its label is required: nobody can hear a drawing. */
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
export function ButtonLink({ kind = 'plain', size = 'normal', className = '', ...rest }: LinkProps & Look) {
  return <Link {...rest} className={`mc-button ${className}`} data-kind={kind} data-size={size} />
}
