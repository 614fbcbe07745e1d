import { branded, Mascot, useShell } from '@mcwick/ui'
import { texts } from '../texts'

export function Footer() {
  const { config } = useShell()
  return (
    <footer className="footer">
      <Mascot pose="mood-sleeping" />
      <p>{branded(texts.footer, config)}</p>
    </footer>
  )
}
