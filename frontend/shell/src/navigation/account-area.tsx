import { branded, Icon, Link, useShell } from '@mcwick/ui'
import { texts } from '../texts'

const { navigation } = texts

/**
 * The visitor's corner of the bar: the key to the Verse. It is the seam for whoever is logged in: their menu is drawn in
 * its place by the remote of the Verse, and while that does not come, the key stays.
 */
export function AccountArea() {
  const { config, location } = useShell()
  return (
    <Link
      href="/verse"
      className="bar-key"
      aria-label={branded(navigation.verse, config)}
      aria-current={location.path === '/verse' ? 'page' : undefined}
    >
      <Icon name="key" />
    </Link>
  )
}

/** The same in the phone's menu. */
export function AccountTile() {
  const { config } = useShell()
  return (
    <Link href="/verse" replace className="sheet-tile sheet-verse">
      <Icon name="key" size={30} />
      <span>
        <b>{branded(navigation.enter, config)}</b>
        <small>{navigation.enterHint}</small>
      </span>
    </Link>
  )
}
