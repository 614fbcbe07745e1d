import { type StoredUser, useStoredUser } from '@mcwick/session'
import { branded, type RemoteParts, useShell } from '@mcwick/shell-contract'
import { Badge, Icon, Link } from '@mcwick/ui'
import { type ComponentProps, useId, useRef } from 'react'
import { flushSync } from 'react-dom'
import { logOut } from '../session/log-in'
import { useSession } from '../session/use-session'
import { texts } from '../texts'

type AccountProps = ComponentProps<RemoteParts['account']>

/** The account menu of a logged-in visitor, on every page. It renews the session too. */
export default function Account(props: AccountProps) {
  const user = useStoredUser()
  return user && <AccountMenu user={user} {...props} />
}

function AccountMenu({ user, ...props }: AccountProps & { user: StoredUser }) {
  useSession(user.publicKey)
  return props.place === 'bar' ? <BarMenu user={user} /> : <MobileTile user={user} onChoose={props.onChoose} />
}

/** Logs out locally at once; only a refusal that repeating cannot change is ignored. */
const disconnectNow = () => void logOut().catch(() => undefined)

/** A button that opens a menu as a native popover: a click outside and Escape close it. */
function BarMenu({ user }: { user: StoredUser }) {
  const { location } = useShell()
  const current = location.path === '/verse' ? 'page' : undefined
  const id = useId()
  const menuRef = useRef<HTMLDivElement>(null)
  const close = () => menuRef.current?.hidePopover()
  const disconnect = () => {
    flushSync(disconnectNow)
    // The shell's link to /verse took the menu's place; the page /verse focuses its own heading.
    if (!current) document.querySelector<HTMLElement>('.bar-key')?.focus()
  }
  return (
    <>
      <button
        type="button"
        className="bar-key verse-corner"
        popoverTarget={id}
        aria-label={texts.menu(user.xHandle)}
        aria-current={current}
      >
        <Icon name="key" />
        <span className="verse-corner-name">{user.xHandle}</span>
      </button>
      <div ref={menuRef} id={id} popover="auto" className="verse-menu">
        <p className="verse-name">{user.xHandle}</p>
        <p>
          <Badge>{texts.holder}</Badge>
        </p>
        <Link href="/verse" className="verse-menu-item" aria-current={current} onClick={close}>
          {texts.viewProfile}
        </Link>
        <button type="button" className="verse-menu-item" onClick={disconnect}>
          {texts.disconnect}
        </button>
      </div>
    </>
  )
}

/** The account menu in the mobile menu. */
function MobileTile({ user, onChoose }: { user: StoredUser; onChoose: () => void }) {
  const { config } = useShell()
  return (
    <section className="sheet-tile verse-tile" aria-label={branded(texts.tile, config)}>
      <p className="verse-name">
        {user.xHandle} <Badge>{texts.holder}</Badge>
      </p>
      <Link href="/verse" replace className="verse-menu-item">
        {texts.viewProfile}
      </Link>
      <button
        type="button"
        className="verse-menu-item"
        onClick={() => {
          disconnectNow()
          onChoose()
        }}
      >
        {texts.disconnect}
      </button>
    </section>
  )
}
