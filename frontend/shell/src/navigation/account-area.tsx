import { useStoredUser } from '@mcwick/session'
import { branded, useShell } from '@mcwick/shell-contract'
import { Icon, Link } from '@mcwick/ui'
import { RemotePart } from '../remotes/remote-part'
import { texts } from '../texts'

const { navigation } = texts

/**
 * The account area of the top bar: a link to /verse, or the account menu of a logged-in visitor. The menu is a part of the
 * verse remote; until it is loaded, or when it fails to load, the link is shown.
 */
export function AccountArea() {
  return useStoredUser() ? (
    <RemotePart path="/verse" part="account" place="bar" fallback={<VerseLink />} />
  ) : (
    <VerseLink />
  )
}

function VerseLink() {
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

/** The account area of the mobile menu, which a choice closes. */
export function AccountTile({ onChoose }: { onChoose: () => void }) {
  const isLoggedIn = useStoredUser() !== null
  if (!isLoggedIn) return <VerseTile />
  return <RemotePart path="/verse" part="account" place="menu" onChoose={onChoose} fallback={<VerseTile />} />
}

function VerseTile() {
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
