import { branded, useShell } from '@mcwick/shell-contract'
import { Link, Mascot } from '@mcwick/ui'
import { useState } from 'react'
import { RemotePart } from '../remotes/remote-part'
import { texts } from '../texts'

const { footer } = texts

/** The footer of every page, with the takedown form. */
export function Footer() {
  const { config } = useShell()
  const [openCount, setOpenCount] = useState(0) // the key of the form, so that each click retries a failed load
  return (
    <footer className="footer">
      <Mascot pose="mood-sleeping" />
      <div className="footer-words">
        <p>{branded(footer.credit, config)}</p>
        <p>
          {footer.contract} {config.contractMismatch ? footer.outOfOrder : <code>{config.brand.contract}</code>}
        </p>
        <nav aria-label={footer.more}>
          <Link href="/lore">{footer.lore}</Link>
          <Link href="/picks">{footer.picks}</Link>
          <Link href="/bictok">{footer.bictok}</Link>
          <button type="button" onClick={() => setOpenCount(openCount + 1)}>
            {footer.takedown}
          </button>
        </nav>
        {openCount > 0 && (
          <RemotePart
            key={openCount}
            path="/wall"
            part="takedown"
            fallback={null}
            failed={<p role="status">{footer.noTakedown}</p>}
            onDone={() => setOpenCount(0)}
          />
        )}
      </div>
    </footer>
  )
}
