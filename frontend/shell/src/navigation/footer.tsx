import { branded, useShell } from '@mcwick/shell-contract'
import { Link, Mascot } from '@mcwick/ui'
import { texts } from '../texts'
import { PlaceLink } from './place-link'
import { useTakedownForm } from './use-takedown-form'

const { footer } = texts

/** The footer of every page, with the takedown form. */
export function Footer() {
  const { config } = useShell()
  const { openForm, form } = useTakedownForm()
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
          <Link href="/safety">{footer.safety}</Link>
          {config.launch?.footer?.map(({ label, address }) => (
            <PlaceLink key={label} href={address}>
              {label}
            </PlaceLink>
          ))}
          <button type="button" onClick={openForm}>
            {footer.takedown}
          </button>
        </nav>
        {form}
      </div>
    </footer>
  )
}
