import { Icon, Link } from '@mcwick/ui'
import { useEffect, useRef } from 'react'
import { texts } from '../texts'
import { AccountTile } from './account-area'
import { type MenuItem, tiles } from './menu'

interface MobileMenuProps {
  open: boolean
  /** Asks to be closed. */
  onClose: () => void
}

/** The phone's menu over the whole screen. */
export function MobileMenu({ open, onClose }: MobileMenuProps) {
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (open) ref.current?.showModal()
    else ref.current?.close()
  }, [open])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard's way to close is Escape, which the dialog knows
    <dialog
      ref={ref}
      className="sheet"
      aria-label={texts.navigation.main}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => event.target === event.currentTarget && onClose()}
    >
      <nav className="sheet-tiles" aria-label={texts.navigation.main}>
        {tiles.map((item) => (
          <Tile key={item.label} item={item} />
        ))}
        <AccountTile />
      </nav>
      <button type="button" className="mc-button sheet-close" onClick={onClose} aria-label={texts.navigation.close}>
        <Icon name="close" />
      </button>
    </dialog>
  )
}

function Tile({ item }: { item: MenuItem }) {
  const content = (
    <>
      <b>{item.label}</b>
      {item.description && <small>{item.description}</small>}
    </>
  )
  if (!item.href) {
    return (
      <div className="sheet-tile" data-disabled="">
        {content}
        <span className="bar-soon">{texts.navigation.soon}</span>
      </div>
    )
  }
  return (
    <Link href={item.href} replace className="sheet-tile">
      {content}
    </Link>
  )
}
