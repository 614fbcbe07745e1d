import { Icon, Link } from '@mcwick/ui'
import { pathOf, type Side } from './side'
import { texts } from './texts'

/** From one wall to the other. These are addresses, so the browser's way back leads through them. */
export function Toggle({ side }: { side: Side }) {
  return (
    <nav className="wall-toggle" aria-label={texts.toggle}>
      {(['flame', 'shame'] as const).map((other) => (
        <Link key={other} href={pathOf(other)} data-side={other} aria-current={other === side ? 'page' : undefined}>
          {other === 'flame' ? <Icon name="flame" /> : <Smoke />}
          {texts.walls[other].toggle}
        </Link>
      ))}
    </nav>
  )
}

/** What is left of a flame. */
function Smoke() {
  return (
    <svg width="22" height="22" viewBox="0 0 24 24" fill="none" stroke="currentColor" aria-hidden="true">
      <path
        d="M12 21.5v-4M12 13.5c-4.5-2.6 4.4-4.2 0-7.4-1.5-1.2-.7-2.7.8-3.6"
        strokeWidth="2.6"
        strokeLinecap="round"
      />
    </svg>
  )
}
