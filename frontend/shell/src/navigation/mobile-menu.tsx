import { useShell } from '@mcwick/shell-contract'
import { Icon, Modal } from '@mcwick/ui'
import type { Place } from '../launch'
import { texts } from '../texts'
import { AccountTile } from './account-area'
import { tiles } from './menu'
import { PlaceLink } from './place-link'
import { Soon } from './soon'

interface MobileMenuProps {
  open: boolean
  /** Called on Escape, on a click outside and on the close button. */
  onClose: () => void
}

/** The full-screen menu of small screens. */
export function MobileMenu({ open, onClose }: MobileMenuProps) {
  const { config } = useShell()
  return (
    <Modal open={open} onClose={onClose} className="sheet" aria-label={texts.navigation.main}>
      <nav className="sheet-tiles" aria-label={texts.navigation.main}>
        {tiles(config).map((item) => (
          <Tile key={item.label} item={item} />
        ))}
        <AccountTile onChoose={onClose} />
      </nav>
      <button type="button" className="mc-button sheet-close" onClick={onClose} aria-label={texts.navigation.close}>
        <Icon name="close" />
      </button>
    </Modal>
  )
}

function Tile({ item }: { item: Place }) {
  const content = (
    <>
      <b>{item.label}</b>
      {item.text && <small>{item.text}</small>}
    </>
  )
  if (!item.href) {
    return (
      <div className="sheet-tile" data-disabled="">
        {content}
        <Soon date={item.date} />
      </div>
    )
  }
  return (
    <PlaceLink href={item.href} replace className="sheet-tile">
      {content}
    </PlaceLink>
  )
}
