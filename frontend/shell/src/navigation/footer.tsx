import { branded, Link, Mascot, useShell } from '@mcwick/ui'
import { texts } from '../texts'

const { footer } = texts

/** The last lights of every page. */
export function Footer() {
  const { config } = useShell()
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
        </nav>
      </div>
    </footer>
  )
}
