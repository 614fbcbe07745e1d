import { useShell } from '@mcwick/shell-contract'
import { Icon, Modal } from '@mcwick/ui'
import { isElsewhere } from '../launch'
import { texts } from '../texts'
import { AccountTile } from './account-area'
import { tiles } from './menu'
import { PlaceItem } from './place-item'

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
          <PlaceItem
            key={item.label}
            place={item}
            className="sheet-tile"
            replace
            onChoose={item.href && isElsewhere(item.href) ? onClose : undefined} // a page of this site closes it
          />
        ))}
        <AccountTile onChoose={onClose} />
      </nav>
      <button type="button" className="mc-button sheet-close" onClick={onClose} aria-label={texts.navigation.close}>
        <Icon name="close" />
      </button>
    </Modal>
  )
}
