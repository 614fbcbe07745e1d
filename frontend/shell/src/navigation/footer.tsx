import { branded, useShell } from '@mcwick/shell-contract'
import { Link, Mascot } from '@mcwick/ui'
import { useState } from 'react'
import { RemotePart } from '../remotes/remote-part'
import { texts } from '../texts'

const { footer } = texts

/** The last lights of every page. */
export function Footer() {
  const { config } = useShell()
  const [asked, setAsked] = useState(0) // each press asks anew, so one that got no form is not the last
  return (
    <footer className="footer">
      <Mascot pose="mood-sleeping" />
      <div className="footer-words">
        <p>{branded(footer.credit, config)}</p>
        <p>
          {footer.contract} <code>{config.brand.contract}</code>
        </p>
        <nav aria-label={footer.more}>
          <Link href="/lore">{footer.lore}</Link>
          <Link href="/picks">{footer.picks}</Link>
          <Link href="/bictok">{footer.bictok}</Link>
          <button type="button" onClick={() => setAsked(asked + 1)}>
            {footer.takedown}
          </button>
        </nav>
        {asked > 0 && (
          <RemotePart
            key={asked}
            of="/wall"
            part="takedown"
            fallback={null}
            failed={<p role="status">{footer.noTakedown}</p>}
            onDone={() => setAsked(0)}
          />
        )}
      </div>
    </footer>
  )
}
