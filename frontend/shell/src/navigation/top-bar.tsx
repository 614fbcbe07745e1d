import { branded, useShell } from '@mcwick/shell-contract'
import { Icon, Link, Wordmark } from '@mcwick/ui'
import { texts } from '../texts'
import { AccountArea } from './account-area'
import { barEntries } from './menu'
import { MenuGroup } from './menu-group'
import { MobileMenu } from './mobile-menu'
import { PlaceItem } from './place-item'
import { useMenu } from './use-menu'

/** The top bar: logo, navigation, account area, mobile menu. */
export function TopBar() {
  const { config, location } = useShell()
  const menu = useMenu()
  return (
    <header className="bar">
      <div className="bar-inner">
        <Link href="/" className="bar-logo" aria-label={branded(texts.home, config)}>
          <Wordmark alt="" width={122} height={45} />
        </Link>
        <nav className="bar-nav" aria-label={texts.navigation.main}>
          {barEntries(config).map((entry) =>
            'items' in entry ? (
              <MenuGroup key={entry.label} label={entry.label} items={entry.items} />
            ) : (
              <PlaceItem key={entry.label} place={entry} className="bar-item" current={location.path}>
                {entry.label}
              </PlaceItem>
            ),
          )}
        </nav>
        <AccountArea />
        <button
          type="button"
          className="bar-burger"
          aria-label={texts.navigation.open}
          aria-haspopup="dialog"
          onClick={menu.open}
        >
          <Icon name="menu" size={26} />
        </button>
      </div>
      <svg className="bar-drips" aria-hidden="true">
        <pattern id="bar-drip" width="240" height="26" patternUnits="userSpaceOnUse">
          <path d="M0 0H240V5C236 5 234 9 234 14 234 21 224 21 224 13 224 8 221 6 216 6H198C192 6 191 10 191 15 191 26 178 26 178 15 178 9 175 6 169 6H126C121 6 119 8 119 12 119 18 109 18 109 12 109 8 107 6 102 6H71C66 6 65 10 65 16 65 25 53 25 53 16 53 10 51 6 45 6H30C26 6 25 8 25 11 25 16 17 16 17 11 17 7 14 5 9 5H0Z" />
        </pattern>
        <rect width="100%" height="26" fill="url(#bar-drip)" />
      </svg>
      <MobileMenu open={menu.isOpen} onClose={menu.close} />
    </header>
  )
}
