import { Icon, Link, Modal } from '@mcwick/ui'
import { texts } from '../texts'
import { AccountTile } from './account-area'
import { type MenuItem, tiles } from './menu'

interface MobileMenuProps {
  open: boolean
  /** Called on Escape, on a click outside and on the close button. */
  onClose: () => void
}

/** The full-screen menu of small screens. */
export function MobileMenu({ open, onClose }: MobileMenuProps) {
  return (
    <Modal open={open} onClose={onClose} className="sheet" aria-label={texts.navigation.main}>
      <nav className="sheet-tiles" aria-label={texts.navigation.main}>
        {tiles.map((item) => (
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
