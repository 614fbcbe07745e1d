import { Icon, Link } from '@mcwick/ui'
import { type Side, wallPath } from './side'
import { texts } from './texts'

/** Links to both walls. Each wall has its own URL, so the back button switches too. */
export function WallSwitch({ side }: { side: Side }) {
  return (
    <nav className="wall-toggle" aria-label={texts.toggle}>
      {(['flame', 'shame'] as const).map((other) => (
        <Link key={other} href={wallPath(other)} data-side={other} aria-current={other === side ? 'page' : undefined}>
          {other === 'flame' ? <Icon name="flame" /> : <Smoke />}
          {texts.walls[other].toggle}
        </Link>
      ))}
    </nav>
  )
}

/** The icon of the wall of shame. */
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
