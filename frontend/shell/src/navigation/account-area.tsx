import { useStoredUser } from '@mcwick/session'
import { branded, useShell } from '@mcwick/shell-contract'
import { Icon, Link } from '@mcwick/ui'
import { RemotePart } from '../remotes/remote-part'
import { texts } from '../texts'

const { navigation } = texts

/**
 * The visitor's corner of the bar: the key to the Verse. Whoever is logged in has their menu there, drawn by the remote of
 * the Verse; while that does not come, the key stays.
 */
export function AccountArea() {
  return useStoredUser() ? <RemotePart of="/verse" part="account" place="bar" fallback={<Key />} /> : <Key />
}

function Key() {
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

/** The same in the phone's menu, which a choice closes. */
export function AccountTile({ onChoose }: { onChoose: () => void }) {
  const isLoggedIn = useStoredUser() !== null
  if (!isLoggedIn) return <KeyTile />
  return <RemotePart of="/verse" part="account" place="menu" onChoose={onChoose} fallback={<KeyTile />} />
}

function KeyTile() {
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
